-- Appended to tilemaker's own process-openmaptiles.lua.

-- Each name under the keys that styles ask for.
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

-- As in the schema, ways for bicycles are paths, and paths have a subclass.
trackValues.cycleway, pathValues.cycleway = nil, true
local brunnel_by_table = SetBrunnelAttributes

function SetBrunnelAttributes(obj)
	brunnel_by_table(obj)
	local highway = obj:Find("highway")
	if pathValues[highway] then obj:Attribute("subclass", highway) end
end

-- Points of interest that the example's table ranks too low or calls by the wrong class.
local GREAT_PARK, GREAT_SQUARE = 10000, 5000 -- square metres
local area = 0
local rank_by_table, write_by_table = GetPOIRank, WritePOI

function GetPOIRank(obj)
	local shop = obj:Find("shop")
	if shop == "mall" or shop == "department_store" then return 14, "shop", shop end
	if obj:Find("building") == "cathedral" and obj:Find("name") ~= "" then return 4, "attraction", "place_of_worship" end
	local rank, class, subclass = rank_by_table(obj)
	if subclass == "station" and obj:Find("station") == "subway" then rank, subclass = 3, "subway" end
	if subclass == "bus_station" then rank = 4 end
	if subclass == "shelter" and (obj:Find("shelter_type") == "bomb_shelter" or obj:Find("shelter_type") == "public_transport") then return nil end
	if subclass == "park" and area >= GREAT_PARK then rank = 5 end
	return rank, class, subclass
end

-- Entrances are known by their letter.
function WritePOI(obj, class, subclass, rank)
	write_by_table(obj, class, subclass, rank)
	if subclass == "subway_entrance" and obj:Find("ref") ~= "" then obj:Attribute("ref", obj:Find("ref")) end
end

-- Areas for people on foot are areas, not the lines around them; squares are places.
-- The name of another area goes with its shape; helsinki.py says where it is written.
local way_by_table = way_function

function way_function(way)
	area = way:Area()
	local highway, tunnel = way:Find("highway"), way:Find("tunnel")
	local wide = way:Find("area") == "yes" or way:Find("type") == "multipolygon"
	if not (wide and way:IsClosed() and (highway == "pedestrian" or highway == "footway")) then
		way_by_table(way)
		area = 0
		return
	end
	local size = area
	area = 0
	local under = (tunnel ~= "" and tunnel ~= "no") or way:Find("indoor") == "yes" or (tonumber(way:Find("layer")) or 0) < 0
	if under or way:Find("access") == "private" or way:Find("access") == "no" then return end
	way:Layer("transportation", true)
	way:MinZoom(14)
	way:Attribute("class", "path")
	way:Attribute("subclass", highway)
	if way:Find("name") == "" then return end
	if way:Find("place") == "square" then
		way:LayerAsCentroid("place")
		way:Attribute("class", "square")
		way:AttributeNumeric("rank", size >= GREAT_SQUARE and 12 or 14)
	elseif highway == "pedestrian" then
		way:Layer("transportation_name_detail", true)
		way:Attribute("class", "path")
		way:Attribute("subclass", highway)
		way:Attribute("network", "road")
	else
		return
	end
	way:MinZoom(14)
	SetNameAttributes(way)
end
