# SPDX-License-Identifier: MIT
"""Names and label points of oceans, seas, lakes and continents, written by hand for this map (public domain, CC0).

Each row: class, first zoom, longitude, latitude, then the name in the languages of `COLUMNS` ("" where unknown).
"""
import math

COLUMNS = ["en", "de", "es", "fr", "it", "pt", "ru", "ar", "hi", "ja", "ko", "zh"]

_ROWS = """
ocean 0 -150 6|North Pacific Ocean|Nordpazifik|Océano Pacífico Norte|Océan Pacifique Nord|Oceano Pacifico settentrionale|Oceano Pacífico Norte|Северный Тихий океан|شمال المحيط الهادئ|उत्तरी प्रशांत महासागर|北太平洋|북태평양|北太平洋
ocean 0 -125 -34|South Pacific Ocean|Südpazifik|Océano Pacífico Sur|Océan Pacifique Sud|Oceano Pacifico meridionale|Oceano Pacífico Sul|Южный Тихий океан|جنوب المحيط الهادئ|दक्षिणी प्रशांत महासागर|南太平洋|남태평양|南太平洋
ocean 0 -40 30|North Atlantic Ocean|Nordatlantik|Océano Atlántico Norte|Océan Atlantique Nord|Oceano Atlantico settentrionale|Oceano Atlântico Norte|Северный Атлантический океан|شمال المحيط الأطلسي|उत्तरी अटलांटिक महासागर|北大西洋|북대서양|北大西洋
ocean 0 -15 -28|South Atlantic Ocean|Südatlantik|Océano Atlántico Sur|Océan Atlantique Sud|Oceano Atlantico meridionale|Oceano Atlântico Sul|Южный Атлантический океан|جنوب المحيط الأطلسي|दक्षिणी अटलांटिक महासागर|南大西洋|남대서양|南大西洋
ocean 0 79 -24|Indian Ocean|Indischer Ozean|Océano Índico|Océan Indien|Oceano Indiano|Oceano Índico|Индийский океан|المحيط الهندي|हिन्द महासागर|インド洋|인도양|印度洋
ocean 0 20 83|Arctic Ocean|Arktischer Ozean|Océano Ártico|Océan Arctique|Mar Glaciale Artico|Oceano Ártico|Северный Ледовитый океан|المحيط المتجمد الشمالي|आर्कटिक महासागर|北極海|북극해|北冰洋
ocean 0 60 -61|Southern Ocean|Südlicher Ozean|Océano Antártico|Océan Austral|Oceano Antartico|Oceano Antártico|Южный океан|المحيط الجنوبي|दक्षिणी महासागर|南極海|남극해|南冰洋
sea 2 18 34.6|Mediterranean Sea|Mittelmeer|Mar Mediterráneo|Mer Méditerranée|Mar Mediterraneo|Mar Mediterrâneo|Средиземное море|البحر الأبيض المتوسط|भूमध्य सागर|地中海|지중해|地中海
sea 2 -75 15|Caribbean Sea|Karibisches Meer|Mar Caribe|Mer des Caraïbes|Mar dei Caraibi|Mar do Caribe|Карибское море|البحر الكاريبي|कैरिबियन सागर|カリブ海|카리브해|加勒比海
sea 2 -90 25|Gulf of Mexico|Golf von Mexiko|Golfo de México|Golfe du Mexique|Golfo del Messico|Golfo do México|Мексиканский залив|خليج المكسيك|मेक्सिको की खाड़ी|メキシコ湾|멕시코만|墨西哥湾
sea 2 -85.5 60|Hudson Bay|Hudson Bay|Bahía de Hudson|Baie d’Hudson|Baia di Hudson|Baía de Hudson|Гудзонов залив|خليج هدسون|हडसन की खाड़ी|ハドソン湾|허드슨만|哈德孙湾
sea 2 -67 73|Baffin Bay|Baffin Bay|Bahía de Baffin|Baie de Baffin|Baia di Baffin|Baía de Baffin|Море Баффина|خليج بافن|बैफिन खाड़ी|バフィン湾|배핀만|巴芬湾
sea 2 -54 58|Labrador Sea|Labradorsee|Mar del Labrador|Mer du Labrador|Mar del Labrador|Mar do Labrador|Море Лабрадор|بحر لابرادور|लैब्राडोर सागर|ラブラドル海|래브라도해|拉布拉多海
sea 3 -63 28|Sargasso Sea|Sargassosee|Mar de los Sargazos|Mer des Sargasses|Mar dei Sargassi|Mar dos Sargaços|Саргассово море|بحر سارجاسو|सारगैसो सागर|サルガッソー海|사르가소해|马尾藻海
sea 2 -1 70|Norwegian Sea|Europäisches Nordmeer|Mar de Noruega|Mer de Norvège|Mare di Norvegia|Mar da Noruega|Норвежское море|البحر النرويجي|नॉर्वेजियन सागर|ノルウェー海|노르웨이해|挪威海
sea 2 -5 76|Greenland Sea|Grönlandsee|Mar de Groenlandia|Mer du Groenland|Mare di Groenlandia|Mar da Groenlândia|Гренландское море|بحر جرينلاند|ग्रीनलैंड सागर|グリーンランド海|그린란드해|格陵兰海
sea 3 3 56.3|North Sea|Nordsee|Mar del Norte|Mer du Nord|Mare del Nord|Mar do Norte|Северное море|بحر الشمال|उत्तरी सागर|北海|북해|北海
sea 3 19.7 56.1|Baltic Sea|Ostsee|Mar Báltico|Mer Baltique|Mar Baltico|Mar Báltico|Балтийское море|بحر البلطيق|बाल्टिक सागर|バルト海|발트해|波罗的海
sea 4 20 62.3|Gulf of Bothnia|Bottnischer Meerbusen|Golfo de Botnia|Golfe de Botnie|Golfo di Botnia|Golfo de Bótnia|Ботнический залив|خليج بوثنيا|बोथनिया की खाड़ी|ボスニア湾|보트니아만|波的尼亚湾
sea 5 26 59.75|Gulf of Finland|Finnischer Meerbusen|Golfo de Finlandia|Golfe de Finlande|Golfo di Finlandia|Golfo da Finlândia|Финский залив|خليج فنلندا|फ़िनलैंड की खाड़ी|フィンランド湾|핀란드만|芬兰湾
sea 3 -5 45.5|Bay of Biscay|Golf von Biskaya|Golfo de Vizcaya|Golfe de Gascogne|Golfo di Biscaglia|Golfo da Biscaia|Бискайский залив|خليج بسكاي|बिस्के की खाड़ी|ビスケー湾|비스케이만|比斯开湾
sea 5 -2.6 50|English Channel|Ärmelkanal|Canal de la Mancha|Manche|La Manica|Canal da Mancha|Ла-Манш|القناة الإنجليزية|इंग्लिश चैनल|イギリス海峡|영국 해협|英吉利海峡
sea 5 -5.2 53.6|Irish Sea|Irische See|Mar de Irlanda|Mer d’Irlande|Mare d’Irlanda|Mar da Irlanda|Ирландское море|البحر الأيرلندي|आयरिश सागर|アイリッシュ海|아일랜드해|爱尔兰海
sea 3 34.5 43.2|Black Sea|Schwarzes Meer|Mar Negro|Mer Noire|Mar Nero|Mar Negro|Чёрное море|البحر الأسود|काला सागर|黒海|흑해|黑海
sea 5 36.6 46.1|Sea of Azov|Asowsches Meer|Mar de Azov|Mer d’Azov|Mar d’Azov|Mar de Azov|Азовское море|بحر آزوف|आज़ोव सागर|アゾフ海|아조프해|亚速海
sea 4 15.6 42.9|Adriatic Sea|Adria|Mar Adriático|Mer Adriatique|Mare Adriatico|Mar Adriático|Адриатическое море|البحر الأدرياتيكي|एड्रियाटिक सागर|アドリア海|아드리아해|亚得里亚海
sea 4 12 40|Tyrrhenian Sea|Tyrrhenisches Meer|Mar Tirreno|Mer Tyrrhénienne|Mar Tirreno|Mar Tirreno|Тирренское море|البحر التيراني|टिरहेनियन सागर|ティレニア海|티레니아해|第勒尼安海
sea 4 18.8 37.8|Ionian Sea|Ionisches Meer|Mar Jónico|Mer Ionienne|Mar Ionio|Mar Jónico|Ионическое море|البحر الأيوني|आयोनियन सागर|イオニア海|이오니아해|爱奥尼亚海
sea 4 25 38.6|Aegean Sea|Ägäis|Mar Egeo|Mer Égée|Mar Egeo|Mar Egeu|Эгейское море|بحر إيجة|ईजियन सागर|エーゲ海|에게해|爱琴海
sea 3 38.3 20.5|Red Sea|Rotes Meer|Mar Rojo|Mer Rouge|Mar Rosso|Mar Vermelho|Красное море|البحر الأحمر|लाल सागर|紅海|홍해|红海
sea 3 51.5 27|Persian Gulf|Persischer Golf|Golfo Pérsico|Golfe Persique|Golfo Persico|Golfo Pérsico|Персидский залив|الخليج العربي|फ़ारस की खाड़ी|ペルシャ湾|페르시아만|波斯湾
sea 4 48 12.3|Gulf of Aden|Golf von Aden|Golfo de Adén|Golfe d’Aden|Golfo di Aden|Golfo de Áden|Аденский залив|خليج عدن|अदन की खाड़ी|アデン湾|아덴만|亚丁湾
sea 4 58.6 24.7|Gulf of Oman|Golf von Oman|Golfo de Omán|Golfe d’Oman|Golfo dell’Oman|Golfo de Omã|Оманский залив|خليج عمان|ओमान की खाड़ी|オマーン湾|오만만|阿曼湾
sea 2 64 15|Arabian Sea|Arabisches Meer|Mar Arábigo|Mer d’Arabie|Mar Arabico|Mar Arábico|Аравийское море|بحر العرب|अरब सागर|アラビア海|아라비아해|阿拉伯海
sea 2 88 14.5|Bay of Bengal|Golf von Bengalen|Golfo de Bengala|Golfe du Bengale|Golfo del Bengala|Golfo de Bengala|Бенгальский залив|خليج البنغال|बंगाल की खाड़ी|ベンガル湾|벵골만|孟加拉湾
sea 4 95.8 11|Andaman Sea|Andamanensee|Mar de Andamán|Mer d’Andaman|Mare delle Andamane|Mar de Andamão|Андаманское море|بحر أندامان|अंडमान सागर|アンダマン海|안다만해|安达曼海
sea 4 101.5 9.5|Gulf of Thailand|Golf von Thailand|Golfo de Tailandia|Golfe de Thaïlande|Golfo di Thailandia|Golfo da Tailândia|Сиамский залив|خليج تايلند|थाईलैंड की खाड़ी|タイランド湾|타이만|泰国湾
sea 2 114 14|South China Sea|Südchinesisches Meer|Mar de la China Meridional|Mer de Chine méridionale|Mar Cinese Meridionale|Mar da China Meridional|Южно-Китайское море|بحر الصين الجنوبي|दक्षिण चीन सागर|南シナ海|남중국해|南海
sea 3 125 28.8|East China Sea|Ostchinesisches Meer|Mar de la China Oriental|Mer de Chine orientale|Mar Cinese Orientale|Mar da China Oriental|Восточно-Китайское море|بحر الصين الشرقي|पूर्वी चीन सागर|東シナ海|동중국해|东海
sea 4 123.3 35.8|Yellow Sea|Gelbes Meer|Mar Amarillo|Mer Jaune|Mar Giallo|Mar Amarelo|Жёлтое море|البحر الأصفر|पीला सागर|黄海|황해|黄海
sea 3 134.5 39.8|Sea of Japan|Japanisches Meer|Mar del Japón|Mer du Japon|Mar del Giappone|Mar do Japão|Японское море|بحر اليابان|जापान सागर|日本海|동해|日本海
sea 3 149 54|Sea of Okhotsk|Ochotskisches Meer|Mar de Ojotsk|Mer d’Okhotsk|Mare di Ochotsk|Mar de Okhotsk|Охотское море|بحر أوخوتسك|ओख़ोत्स्क सागर|オホーツク海|오호츠크해|鄂霍次克海
sea 2 -177 57.5|Bering Sea|Beringmeer|Mar de Bering|Mer de Béring|Mare di Bering|Mar de Bering|Берингово море|بحر بيرنغ|बेरिंग सागर|ベーリング海|베링해|白令海
sea 3 132 19|Philippine Sea|Philippinensee|Mar de Filipinas|Mer des Philippines|Mar delle Filippine|Mar das Filipinas|Филиппинское море|بحر الفلبين|फ़िलीपीन सागर|フィリピン海|필리핀해|菲律宾海
sea 4 122.3 3.3|Celebes Sea|Celebessee|Mar de Célebes|Mer de Célèbes|Mare di Celebes|Mar de Celebes|Море Сулавеси|بحر سولاويزي|सेलेबीज़ सागर|セレベス海|셀레베스해|西里伯斯海
sea 4 112 -5|Java Sea|Javasee|Mar de Java|Mer de Java|Mar di Giava|Mar de Java|Яванское море|بحر جاوة|जावा सागर|ジャワ海|자와해|爪哇海
sea 4 127 -5.7|Banda Sea|Bandasee|Mar de Banda|Mer de Banda|Mar di Banda|Mar de Banda|Море Банда|بحر باندا|बांडा सागर|バンダ海|반다해|班达海
sea 4 134.5 -9.6|Arafura Sea|Arafurasee|Mar de Arafura|Mer d’Arafura|Mare degli Arafura|Mar de Arafura|Арафурское море|بحر أرافورا|अराफुरा सागर|アラフラ海|아라푸라해|阿拉弗拉海
sea 4 127 -11.3|Timor Sea|Timorsee|Mar de Timor|Mer de Timor|Mare di Timor|Mar de Timor|Тиморское море|بحر تيمور|तिमोर सागर|ティモール海|티모르해|帝汶海
sea 3 155 -17|Coral Sea|Korallenmeer|Mar del Coral|Mer de Corail|Mar dei Coralli|Mar de Coral|Коралловое море|بحر المرجان|कोरल सागर|珊瑚海|산호해|珊瑚海
sea 2 160 -39|Tasman Sea|Tasmansee|Mar de Tasmania|Mer de Tasman|Mar di Tasman|Mar da Tasmânia|Тасманово море|بحر تسمان|तस्मान सागर|タスマン海|태즈먼해|塔斯曼海
sea 3 131 -34.5|Great Australian Bight|Große Australische Bucht|Gran Bahía Australiana|Grande Baie australienne|Grande Baia Australiana|Grande Baía Australiana|Большой Австралийский залив|الخليج الأسترالي العظيم|महान ऑस्ट्रेलियाई खाड़ी|グレートオーストラリア湾|그레이트오스트레일리아만|大澳大利亚湾
sea 3 0 1.5|Gulf of Guinea|Golf von Guinea|Golfo de Guinea|Golfe de Guinée|Golfo di Guinea|Golfo da Guiné|Гвинейский залив|خليج غينيا|गिनी की खाड़ी|ギニア湾|기니만|几内亚湾
sea 4 41 -18.5|Mozambique Channel|Straße von Mosambik|Canal de Mozambique|Canal du Mozambique|Canale del Mozambico|Canal de Moçambique|Мозамбикский пролив|قناة موزمبيق|मोज़ाम्बीक चैनल|モザンビーク海峡|모잠비크 해협|莫桑比克海峡
sea 2 40 74.3|Barents Sea|Barentssee|Mar de Barents|Mer de Barents|Mare di Barents|Mar de Barents|Баренцево море|بحر بارنتس|बैरेंट्स सागर|バレンツ海|바렌츠해|巴伦支海
sea 2 76 75.4|Kara Sea|Karasee|Mar de Kara|Mer de Kara|Mare di Kara|Mar de Kara|Карское море|بحر كارا|कारा सागर|カラ海|카라해|喀拉海
sea 3 125 76|Laptev Sea|Laptewsee|Mar de Láptev|Mer de Laptev|Mare di Laptev|Mar de Laptev|Море Лаптевых|بحر لابتيف|लापतेव सागर|ラプテフ海|랍테프해|拉普捷夫海
sea 3 164 73.5|East Siberian Sea|Ostsibirische See|Mar de Siberia Oriental|Mer de Sibérie orientale|Mare della Siberia orientale|Mar da Sibéria Oriental|Восточно-Сибирское море|بحر سيبيريا الشرقي|पूर्वी साइबेरियाई सागर|東シベリア海|동시베리아해|东西伯利亚海
sea 3 -171 69.5|Chukchi Sea|Tschuktschensee|Mar de Chukotka|Mer des Tchouktches|Mare dei Ciukci|Mar de Chukchi|Чукотское море|بحر تشوكشي|चुकची सागर|チュクチ海|추크치해|楚科奇海
sea 3 -138 72.3|Beaufort Sea|Beaufortsee|Mar de Beaufort|Mer de Beaufort|Mare di Beaufort|Mar de Beaufort|Море Бофорта|بحر بوفورت|ब्यूफोर्ट सागर|ボーフォート海|보퍼트해|波弗特海
sea 3 -145 57|Gulf of Alaska|Golf von Alaska|Golfo de Alaska|Golfe d’Alaska|Golfo dell’Alaska|Golfo do Alasca|Залив Аляска|خليج ألاسكا|अलास्का की खाड़ी|アラスカ湾|알래스카만|阿拉斯加湾
sea 3 -45 -57|Scotia Sea|Scotiasee|Mar de Scotia|Mer de Scotia|Mare di Scozia|Mar de Scotia|Море Скоша|بحر سكوشيا|स्कोशिया सागर|スコシア海|스코샤해|斯科舍海
sea 2 -43 -72|Weddell Sea|Weddellmeer|Mar de Weddell|Mer de Weddell|Mare di Weddell|Mar de Weddell|Море Уэдделла|بحر ويديل|वेडेल सागर|ウェッデル海|웨들해|威德尔海
sea 2 -172 -75|Ross Sea|Rossmeer|Mar de Ross|Mer de Ross|Mare di Ross|Mar de Ross|Море Росса|بحر روس|रॉस सागर|ロス海|로스해|罗斯海
sea 4 -61.5 48.4|Gulf of Saint Lawrence|Sankt-Lorenz-Golf|Golfo de San Lorenzo|Golfe du Saint-Laurent|Golfo di San Lorenzo|Golfo de São Lourenço|Залив Святого Лаврентия|خليج سانت لورانس|सेंट लॉरेंस की खाड़ी|セントローレンス湾|세인트로렌스만|圣劳伦斯湾
sea 4 -111.4 27.2|Gulf of California|Golf von Kalifornien|Golfo de California|Golfe de Californie|Golfo di California|Golfo da Califórnia|Калифорнийский залив|خليج كاليفورنيا|कैलिफोर्निया की खाड़ी|カリフォルニア湾|캘리포니아만|加利福尼亚湾
sea 4 38 65.6|White Sea|Weißes Meer|Mar Blanco|Mer Blanche|Mar Bianco|Mar Branco|Белое море|البحر الأبيض|श्वेत सागर|白海|백해|白海
sea 4 119.6 38.6|Bohai Sea|Bohai-Meer|Mar de Bohai|Mer de Bohai|Mare di Bohai|Mar de Bohai|Бохайское море|بحر بوهاي|बोहाई सागर|渤海|보하이해|渤海
sea 5 107.8 19.9|Gulf of Tonkin|Golf von Tonkin|Golfo de Tonkín|Golfe du Tonkin|Golfo del Tonchino|Golfo de Tonquim|Тонкинский залив|خليج تونكين|टोंकिन की खाड़ी|トンキン湾|통킹만|北部湾
sea 4 120.2 8.4|Sulu Sea|Sulusee|Mar de Sulú|Mer de Sulu|Mare di Sulu|Mar de Sulu|Море Сулу|بحر سولو|सुलु सागर|スールー海|술루해|苏禄海
sea 4 153.2 -8|Solomon Sea|Salomonensee|Mar de Salomón|Mer des Salomon|Mar delle Salomone|Mar de Salomão|Соломоново море|بحر سليمان|सोलोमन सागर|ソロモン海|솔로몬해|所罗门海
sea 4 148.3 -4|Bismarck Sea|Bismarcksee|Mar de Bismarck|Mer de Bismarck|Mare di Bismarck|Mar de Bismarck|Море Бисмарка|بحر بسمارك|बिस्मार्क सागर|ビスマルク海|비스마르크해|俾斯麦海
sea 4 139.2 -14|Gulf of Carpentaria|Golf von Carpentaria|Golfo de Carpentaria|Golfe de Carpentarie|Golfo di Carpentaria|Golfo de Carpentária|Залив Карпентария|خليج كاربنتاريا|कारपेंटारिया की खाड़ी|カーペンタリア湾|카펀테리아만|卡奔塔利亚湾
sea 5 9.2 58|Skagerrak|Skagerrak|Skagerrak|Skagerrak|Skagerrak|Escagerraque|Скагеррак|سكاجيراك|स्कागेराक|スカゲラク海峡|스카게라크 해협|斯卡格拉克海峡
sea 5 25 35.95|Sea of Crete|Kretisches Meer|Mar de Creta|Mer de Crète|Mare di Creta|Mar de Creta|Критское море|بحر كريت|क्रीट सागर|クレタ海|크레타해|克里特海
sea 6 28.2 40.72|Sea of Marmara|Marmarameer|Mar de Mármara|Mer de Marmara|Mar di Marmara|Mar de Mármara|Мраморное море|بحر مرمرة|मरमरा सागर|マルマラ海|마르마라해|马尔马拉海
sea 6 139.84 35.42|Tokyo Bay|Bucht von Tokio|Bahía de Tokio|Baie de Tokyo|Baia di Tokyo|Baía de Tóquio|Токийский залив|خليج طوكيو|टोक्यो खाड़ी|東京湾|도쿄만|东京湾
sea 6 -72.75 41.1|Long Island Sound|Long-Island-Sund|Estrecho de Long Island|Détroit de Long Island|Stretto di Long Island|Estreito de Long Island|Пролив Лонг-Айленд|مضيق لونغ آيلاند|लॉन्ग आईलैंड साउंड|ロングアイランド湾|롱아일랜드 해협|长岛海湾
sea 6 -76.15 37.8|Chesapeake Bay|Chesapeake Bay|Bahía de Chesapeake|Baie de Chesapeake|Baia di Chesapeake|Baía de Chesapeake|Чесапикский залив|خليج تشيسابيك|चेसापीक खाड़ी|チェサピーク湾|체서피크만|切萨皮克湾
sea 6 -75.15 39.02|Delaware Bay|Delaware Bay|Bahía de Delaware|Baie du Delaware|Baia del Delaware|Baía de Delaware|Делавэр|خليج ديلاوير|डेलावेयर खाड़ी|デラウェア湾|델라웨어만|特拉华湾
lake 3 50.6 42|Caspian Sea|Kaspisches Meer|Mar Caspio|Mer Caspienne|Mar Caspio|Mar Cáspio|Каспийское море|بحر قزوين|कैस्पियन सागर|カスピ海|카스피해|里海
lake 4 -87.5 47.6|Lake Superior|Oberer See|Lago Superior|Lac Supérieur|Lago Superiore|Lago Superior|Верхнее озеро|بحيرة سوبيريور|सुपीरियर झील|スペリオル湖|슈피리어호|苏必利尔湖
lake 4 -87 43.6|Lake Michigan|Michigansee|Lago Míchigan|Lac Michigan|Lago Michigan|Lago Michigan|Мичиган|بحيرة ميشيغان|मिशिगन झील|ミシガン湖|미시간호|密歇根湖
lake 4 -82.3 44.7|Lake Huron|Huronsee|Lago Hurón|Lac Huron|Lago Huron|Lago Huron|Гурон|بحيرة هورون|ह्यूरन झील|ヒューロン湖|휴런호|休伦湖
lake 5 -81.2 42.2|Lake Erie|Eriesee|Lago Erie|Lac Érié|Lago Erie|Lago Erie|Эри|بحيرة إيري|ईरी झील|エリー湖|이리호|伊利湖
lake 5 -77.9 43.65|Lake Ontario|Ontariosee|Lago Ontario|Lac Ontario|Lago Ontario|Lago Ontário|Онтарио|بحيرة أونتاريو|ओंटारियो झील|オンタリオ湖|온타리오호|安大略湖
lake 4 -121 66|Great Bear Lake|Großer Bärensee|Gran Lago del Oso|Grand lac de l’Ours|Grande Lago degli Orsi|Grande Lago do Urso|Большое Медвежье озеро|بحيرة الدب العظيم|ग्रेट बियर झील|グレートベア湖|그레이트베어호|大熊湖
lake 4 -114.3 61.6|Great Slave Lake|Großer Sklavensee|Gran Lago del Esclavo|Grand lac des Esclaves|Grande Lago degli Schiavi|Grande Lago do Escravo|Большое Невольничье озеро|بحيرة العبد الكبرى|ग्रेट स्लेव झील|グレートスレーブ湖|그레이트슬레이브호|大奴湖
lake 4 -97.6 52.6|Lake Winnipeg|Winnipegsee|Lago Winnipeg|Lac Winnipeg|Lago Winnipeg|Lago Winnipeg|Виннипег|بحيرة وينيبيغ|विनिपेग झील|ウィニペグ湖|위니펙호|温尼伯湖
lake 4 33 -1|Lake Victoria|Victoriasee|Lago Victoria|Lac Victoria|Lago Vittoria|Lago Vitória|Виктория|بحيرة فيكتوريا|विक्टोरिया झील|ヴィクトリア湖|빅토리아호|维多利亚湖
lake 4 29.6 -6.2|Lake Tanganyika|Tanganjikasee|Lago Tanganica|Lac Tanganyika|Lago Tanganica|Lago Tanganica|Танганьика|بحيرة تنجانيقا|तंगानिका झील|タンガニーカ湖|탕가니카호|坦噶尼喀湖
lake 4 34.5 -12|Lake Malawi|Malawisee|Lago Malaui|Lac Malawi|Lago Malawi|Lago Malawi|Малави|بحيرة مالاوي|मलावी झील|マラウイ湖|말라위호|马拉维湖
lake 4 107.7 53.4|Lake Baikal|Baikalsee|Lago Baikal|Lac Baïkal|Lago Bajkal|Lago Baikal|Байкал|بحيرة بايكال|बैकाल झील|バイカル湖|바이칼호|贝加尔湖
lake 5 31.4 60.9|Lake Ladoga|Ladogasee|Lago Ládoga|Lac Ladoga|Lago Ladoga|Lago Ladoga|Ладожское озеро|بحيرة لادوغا|लाडोगा झील|ラドガ湖|라도가호|拉多加湖
lake 5 35.4 61.7|Lake Onega|Onegasee|Lago Onega|Lac Onega|Lago Onega|Lago Onega|Онежское озеро|بحيرة أونيغا|ओनेगा झील|オネガ湖|오네가호|奥涅加湖
lake 5 13.3 58.95|Vänern|Vänern|Lago Vänern|Lac Vänern|Lago Vänern|Lago Vänern|Венерн|بحيرة فينرن|वेनेर्न झील|ヴェーネルン湖|베네른호|维纳恩湖
lake 5 74 46.1|Lake Balkhash|Balchaschsee|Lago Baljash|Lac Balkhach|Lago Balqaš|Lago Balcache|Балхаш|بحيرة بلخاش|बल्ख़श झील|バルハシ湖|발하시호|巴尔喀什湖
lake 5 77.3 42.4|Issyk-Kul|Yssykköl|Lago Issyk-Kul|Issyk Koul|Issyk-Kul'|Lago Issyk-Kul|Иссык-Куль|بحيرة إيسيك كول|इसिक कुल|イシク・クル湖|이식쿨호|伊塞克湖
lake 5 -69.4 -15.9|Lake Titicaca|Titicacasee|Lago Titicaca|Lac Titicaca|Lago Titicaca|Lago Titicaca|Титикака|بحيرة تيتيكاكا|टिटिकाका झील|ティティカカ湖|티티카카호|的的喀喀湖
lake 5 36.1 3.6|Lake Turkana|Turkana-See|Lago Turkana|Lac Turkana|Lago Turkana|Lago Turkana|Туркана|بحيرة توركانا|तुर्काना झील|トゥルカナ湖|투르카나호|图尔卡纳湖
lake 5 -109.5 59.2|Lake Athabasca|Athabascasee|Lago Athabasca|Lac Athabasca|Lago Athabasca|Lago Athabasca|Атабаска|بحيرة أثاباسكا|अथाबास्का झील|アサバスカ湖|애서배스카호|阿萨巴斯卡湖
"""

#: Where the name of a water stands once more: first zoom, longitude and latitude. A large one fills images far from its middle.
_MORE = {
    "North Pacific Ocean": "2 165 30, 3 150 22, 3 172 43, 3 178 18, 3 -150 42, 3 -128 32, 3 -112 10, 4 146 37, 4 145 30, 4 -130 47, 4 -120 22, 4 160 12, 4 -165 30",
    "South Pacific Ocean": "3 -165 -30, 3 -140 -45, 3 -92 -22, 3 -85 -40, 3 172 -27, 4 -176 -21, 4 177 -13.5, 4 -150 -10, 4 -105 -5, 4 -82 -10, 4 -76 -28, 4 178 -47",
    "North Atlantic Ocean": "3 -62 37, 3 -28 52, 3 -25 20, 4 -70 36.5, 4 -14 47, 4 -50 44, 4 -55 16, 4 -18 33, 4 -30 8",
    "South Atlantic Ocean": "3 -35 -30, 3 -5 -12, 3 5 -35, 3 -30 -48, 4 -43.5 -26.5, 4 -30 -14, 4 -50 -42, 4 8 -22",
    "Indian Ocean": "3 62 -8, 3 92 -6, 3 98 -28, 3 55 -33, 4 105 -17, 4 72 -12, 4 40 -33, 4 80 -38",
    "Arctic Ocean": "1 -165 79, 3 100 82, 3 -130 78",
    "Southern Ocean": "3 -110 -63, 3 130 -60, 3 0 -61",
    "Mediterranean Sea": "4 29.5 33.4, 4 4.8 39.3", "Red Sea": "5 35.4 25.6, 5 41.2 16.2", "Barents Sea": "4 30 73, 4 50 71.5, 4 33 77",
    "Greenland Sea": "4 3 77.5", "Norwegian Sea": "4 3 65.5, 4 11 71", "Caribbean Sea": "4 -66 14.6, 4 -80.5 17.2", "Gulf of Mexico": "5 -94 25.5, 5 -86 27",
    "South China Sea": "4 112.5 18.4, 4 110.5 8.5", "Philippine Sea": "4 128 14, 4 133 26", "Bay of Bengal": "4 85.5 17.3, 5 90 20.2, 4 83.5 11",
    "Arabian Sea": "4 69 18.5, 4 69 10, 4 59 19", "North Sea": "5 1.2 54.6, 5 6 55.8", "Baltic Sea": "5 18.9 58.9", "Sea of Japan": "5 137 38.2, 5 132 37",
    "Black Sea": "5 30.5 44.2, 5 38 42.5", "Gulf of Guinea": "5 5.5 2.8", "Hudson Bay": "4 -90 57.5", "Tasman Sea": "4 166 -42, 4 155 -33",
    "Coral Sea": "4 163 -14, 4 150 -15", "Sea of Okhotsk": "5 146 47.5",
}

# CLDR code of the continent, then its label point.
CONTINENTS = {"002": (20, 9), "003": (-100, 44), "005": (-59, -13), "142": (88, 45), "150": (16, 50), "009": (135, -25), "AQ": (60, -80)}


#: Waters that lie within one country, or between countries of one language: their local names are those of that language.
_LOCAL = {
    "es": ["Gulf of Mexico", "Gulf of California", "Gulf of Panama", "Bay of Campeche", "Lake Titicaca", "Lake Maracaibo", "Caribbean Sea"],
    "fr": ["Bay of Biscay"], "it": ["Tyrrhenian Sea", "Ligurian Sea", "Adriatic Sea"], "ru": [
        "White Sea", "Kara Sea", "Laptev Sea", "East Siberian Sea", "Sea of Okhotsk", "Barents Sea", "Sea of Azov", "Pechora Sea", "Lake Baikal",
        "Lake Ladoga", "Lake Onega"],
    "ar": ["Red Sea", "Gulf of Aden", "Arabian Sea", "Gulf of Oman", "Gulf of Suez"], "zh": ["Bohai Sea", "East China Sea"], "ja": ["Tokyo Bay", "Inland Sea", "Seto Inland Sea"],
    "hi": ["Gulf of Kutch", "Gulf of Khambhat"], "pt": ["Bight of Luanda"],
}
_LANGUAGE = {name: language for language, names in _LOCAL.items() for name in names}


def _first_apart(points, first, lon, lat):
    """The first zoom from which a point is so far from those that show there that an image hardly holds the name twice."""
    def nearest(zoom):
        shown = [(abs(lon - x), abs(lat - y)) for z, x, y in points if z <= zoom]
        return min(math.hypot(min(dx, 360 - dx), dy) for dx, dy in shown) * 512 * 2 ** zoom / 360

    return next(zoom for zoom in range(first, 9) if nearest(zoom) >= 450)


def waters():
    """Yield (class, first zoom, lon, lat, {"name:en": ..., ...})."""
    for row in _ROWS.strip().splitlines():
        head, *names = row.split("|")
        kind, zoom, lon, lat = head.split()
        assert len(names) == len(COLUMNS), row
        known = {f"name:{c}": n for c, n in zip(COLUMNS, names, strict=True) if n}
        local = known.get(f"name:{_LANGUAGE.get(names[0])}")
        labels = ({"name": local} if local else {}) | known
        points = [(int(zoom), float(lon), float(lat))]
        for more in filter(None, _MORE.get(names[0], "").split(", ")):
            first, x, y = more.split()
            points.append((_first_apart(points, int(first), float(x), float(y)), float(x), float(y)))
        for point in points:
            yield kind, *point, labels
