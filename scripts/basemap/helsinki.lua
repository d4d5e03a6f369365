-- Appended to tilemaker's own process-openmaptiles.lua: writes each name under the keys that styles ask for.
local languages = { "fi", "sv", "en", "de", "es", "fr", "it", "pt", "ru", "ar", "hi", "ja", "ko", "zh" }

function SetNameAttributes(obj)
	local name = obj:Find("name")
	if name == "" then return end
	obj:Attribute("name", name)
	obj:Attribute("name:latin", name)
	local english = obj:Find("name:en")
	obj:Attribute("name_en", english ~= "" and english or name)
	for _, language in ipairs(languages) do
		local found = obj:Find("name:" .. language)
		if found ~= "" then obj:Attribute("name:" .. language, found) end
	end
end
