# SPDX-License-Identifier: MIT
"""Gives the great rivers their names, which GSHHG lacks (table by hand, public domain, CC0).

Each row: English name, local name, then de, es, fr, ru, ja, zh; then points along the river ("lon lat, lon lat", a slash
leaves out a reach). The way along the lines from each point to the next is the river. Level 1 are banks rather than
middles: where a river is that wide, its name runs along a bank.
"""
import heapq
import itertools

import numpy as np
import shapely

COLUMNS = ["de", "es", "fr", "ru", "ja", "zh"]

_ROWS = """
Amazon|Amazonas|Amazonas|Amazonas|Amazone|Амазонка|アマゾン川|亚马孙河|-73.5 -4.4, -69.9 -4.2, -64.8 -3.5, -61.5 -3.75, -58.5 -3.2, -55 -2.1, -51.5 -1.2
Nile|النيل|Nil|Nilo|Nil|Нил|ナイル川|尼罗河|32.5 15.7, 33 20, 31.2 29.5
White Nile|النيل الأبيض|Weißer Nil|Nilo Blanco|Nil Blanc|Белый Нил|白ナイル川|白尼罗河|31.6 5, 31.7 9.6, 32.5 15.5
Blue Nile|النيل الأزرق|Blauer Nil|Nilo Azul|Nil Bleu|Голубой Нил|青ナイル川|青尼罗河|37.2 11.5, 34.4 11.8, 32.6 15.5
Congo|Congo|Kongo|Congo|Congo|Конго|コンゴ川|刚果河|25.2 0.5, 18.3 0, 15.5 -4.2
Niger|Niger|Niger|Níger|Niger|Нигер|ニジェール川|尼日尔河|-8 12.6, -3 16.8, 3.5 11.9, 6.7 6.3
Zambezi|Zambezi|Sambesi|Zambeze|Zambèze|Замбези|ザンベジ川|赞比西河|23.2 -15.5, 25.5 -17.85, 33.6 -16.2, 35.3 -17.8
Orange River|Oranjerivier|Oranje|Orange|Orange|Оранжевая|オレンジ川|奥兰治河|27 -30.3, 20 -28.6, 16.6 -28.6
Mississippi|Mississippi|Mississippi|Misisipi|Mississippi|Миссисипи|ミシシッピ川|密西西比河|-93.2 45, -90.2 38.8, -91.1 32, -90.2 29.9
Missouri|Missouri|Missouri|Misuri|Missouri|Миссури|ミズーリ川|密苏里河|-111 47.6, -100.8 46.8, -94.6 39.1, -90.3 38.8
Ohio|Ohio|Ohio|Ohio|Ohio|Огайо|オハイオ川|俄亥俄河|-80.3 40.6, -85.8 38.3, -89.1 37
Colorado River|Colorado River|Colorado|Colorado|Colorado|Колорадо|コロラド川|科罗拉多河|-108.6 39.1, -112 36.1, -114.6 33
Rio Grande|Rio Grande|Rio Grande|Río Bravo|Rio Grande|Рио-Гранде|リオ・グランデ川|格兰德河|-106.7 34.5, -104.4 29.6, -98 26.1
Columbia River|Columbia River|Columbia|Columbia|Columbia|Колумбия|コロンビア川|哥伦比亚河|-118 48.8, -119.2 46.2, -122.8 45.8
Yukon|Yukon|Yukon|Yukón|Yukon|Юкон|ユーコン川|育空河|-135.2 61, -145 66.3, -158 64.7, -162.5 62
Mackenzie|Mackenzie|Mackenzie|Mackenzie|Mackenzie|Маккензи|マッケンジー川|马更些河|-118 61.3, -125.5 65, -134.5 68
Saint Lawrence|Saint-Laurent|Sankt-Lorenz-Strom|San Lorenzo|Saint-Laurent|Река Святого Лаврентия|セントローレンス川|圣劳伦斯河|-75.3 44.8, -73.3 45.9, -71.5 46.7
Orinoco|Orinoco|Orinoco|Orinoco|Orénoque|Ориноко|オリノコ川|奥里诺科河|-67.5 5.5, -65 7.8, -62.5 8.5
Paraná|Paraná|Paraná|Paraná|Paraná|Парана|パラナ川|巴拉那河|-51.5 -20.6, -54.4 -25.4, -58.8 -27.4, -59.8 -33.6
Uruguay River|Río Uruguay|Uruguay|Uruguay|Uruguay|Уругвай|ウルグアイ川|乌拉圭河|-53 -27.2, -57.5 -30, -58.2 -33
São Francisco|São Francisco|Rio São Francisco|São Francisco|São Francisco|Сан-Франсиску|サンフランシスコ川|圣弗朗西斯科河|-45 -17.3, -43.4 -13.2, -37.5 -9.7
Danube|Dunaj / Donau / Duna|Donau|Danubio|Danube|Дунай|ドナウ川|多瑙河|9.5 48.2, 16.4 48.2, 19 47.5, 20.5 44.8, 26 43.9, 28 45.3
Rhine|Rhein|Rhein|Rin|Rhin|Рейн|ライン川|莱茵河|7.6 47.6, 8.4 49.5, 6.9 51, 6 51.85
Elbe|Elbe|Elbe|Elba|Elbe|Эльба|エルベ川|易北河|14.2 50.65, 11.7 52.2, 10 53.5
Volga|Волга|Wolga|Volga|Volga|Волга|ヴォルガ川|伏尔加河|36 56.9, 38.9 58.05, 40.9 57.75 / 44.2 56.2, 48.5 55.9 / 44.6 48.7, 47.8 46.5
Don|Дон|Don|Don|Don|Дон|ドン川|顿河|39 52, 42 49.6, 40.5 47.4
Dnipro|Дніпро|Dnepr|Dniéper|Dniepr|Днепр|ドニエプル川|第聂伯河|30.4 53.9, 30.6 50.4, 35.1 48.4, 33.2 46.7
Ural|Орал / Урал|Ural|Ural|Oural|Урал|ウラル川|乌拉尔河|58.5 51.2, 51.4 51.2, 51.9 47.3
Ob|Обь|Ob|Obi|Ob|Обь|オビ川|鄂毕河|83 54.5, 73 61.2, 66.5 66.4
Irtysh|Иртыш|Irtysch|Irtish|Irtych|Иртыш|イルティシ川|额尔齐斯河|80.2 50.4, 73.4 55, 69 61
Yenisei|Енисей|Jenissei|Yeniséi|Ienisseï|Енисей|エニセイ川|叶尼塞河|92.8 56, 92.2 58.3, 89.3 62.5, 86.5 67.2, 83.5 70
Lena|Лена|Lena|Lena|Léna|Лена|レナ川|勒拿河|108 57, 114.9 60.7, 120.4 60.3, 129.7 62 / 124 66.4, 126.5 71
Amur|Амур / 黑龙江|Amur|Amur|Amour|Амур|アムール川|黑龙江|124 53, 127.5 50.2, 135 48.4, 140.5 53
Yangtze|长江|Jangtsekiang|Yangtsé|Yangtsé|Янцзы|長江|长江|99.5 27.8, 104.6 28.8, 106.6 29.6, 114.3 30.6, 119 32.2
Yellow River|黄河|Gelber Fluss|Río Amarillo|Fleuve Jaune|Хуанхэ|黄河|黄河|102 36, 106.5 38.5, 110.5 39.5, 113.5 34.9, 118 37.5
Xi Jiang|西江|Xi Jiang|Río Xi|Xi Jiang|Сицзян|西江|西江|108.4 22.8, 111.3 23.5, 112.8 23.1
Mekong|ແມ່ນ້ຳຂອງ / ទន្លេមេគង្គ|Mekong|Mekong|Mékong|Меконг|メコン川|湄公河|100.2 21, 102.6 17.9, 105.9 13.5, 105.2 11
Salween|သံလွင်မြစ်|Saluen|Saluén|Salouen|Салуин|サルウィン川|萨尔温江|98.9 24.5, 98.6 20.5, 97.7 17.2
Irrawaddy|ဧရာဝတီမြစ်|Irawadi|Irawadi|Irrawaddy|Иравади|エーヤワディー川|伊洛瓦底江|97.3 24.9, 96 21.8, 95.2 18
Ganges|गंगा|Ganges|Ganges|Gange|Ганг|ガンジス川|恒河|78.2 29.7, 81.9 25.4, 85.2 25.6, 89 23.9
Brahmaputra|ব্ৰহ্মপুত্ৰ|Brahmaputra|Brahmaputra|Brahmapoutre|Брахмапутра|ブラマプトラ川|布拉马普特拉河|85 29.3, 94.5 29.6, 94 27, 90 25.7, 89.7 24
Indus|دریائے سندھ|Indus|Indo|Indus|Инд|インダス川|印度河|77.5 34.2, 74.5 35.6, 71.5 32.6, 68.3 26
Euphrates|الفرات|Euphrat|Éufrates|Euphrate|Евфрат|ユーフラテス川|幼发拉底河|38.3 37.5, 40.2 35.3, 43.5 33.5, 46.2 31.1
Tigris|دجلة|Tigris|Tigris|Tigre|Тигр|チグリス川|底格里斯河|41 37.6, 43.2 36.3, 44.4 33.3, 46 32.5
Amu Darya|Amudaryo|Amudarja|Amu Daria|Amou-Daria|Амударья|アムダリヤ川|阿姆河|68.5 37.1, 63.6 39, 60.5 41.8
Syr Darya|Сырдария|Syrdarja|Sir Daria|Syr-Daria|Сырдарья|シルダリヤ川|锡尔河|69.6 40.3, 67 43, 65.5 44.8, 62 45.8
Murray|Murray|Murray|Murray|Murray|Муррей|マレー川|墨累河|147 -36, 142.2 -34.2, 139.5 -34.5
Darling|Darling|Darling|Darling|Darling|Дарлинг|ダーリング川|达令河|146 -30, 143.4 -31.6, 142 -34
"""


def table():
    """Yield (names, [reach of points])."""
    for row in _ROWS.strip().splitlines():
        english, local, *others, points = row.split("|")
        assert len(others) == len(COLUMNS), row
        names = {"name": local, "name:latin": english, "name_en": english, "name:en": english} | {f"name:{c}": n for c, n in zip(COLUMNS, others, strict=True)}
        yield names, [[tuple(float(v) for v in p.split()) for p in reach.split(",")] for reach in points.split("/")]


class _Network:
    """The lines as a graph of their vertices, with bridges over the gaps at lakes."""

    def __init__(self, lines):
        self.index: dict = {}
        self.points: list = []
        self.links: list = []
        ends = []
        for line, level in lines:
            ids = [self._vertex(p) for p in np.round(shapely.get_coordinates(line), 4).tolist()]
            for a, b in itertools.pairwise(ids):
                self._link(a, b, self._distance(a, b) * {1: 1.0, 2: 1.0, 3: 1.3}[level])
            ends += [ids[0], ids[-1]]
        self.real = {(min(a, b), max(a, b)) for a, out in enumerate(self.links) for b, _ in out}
        self.tree = shapely.STRtree(shapely.points(self.points))
        for a in sorted(set(ends)):
            near = self.tree.query(shapely.Point(self.points[a]), "dwithin", 0.9)
            best = sorted((self._distance(a, int(b)), int(b)) for b in near if b != a)
            for d, b in best[:40]:
                self._link(a, b, 0.01 + d * 6)

    def _vertex(self, p):
        p = tuple(p)
        if p not in self.index:
            self.index[p] = len(self.points)
            self.points.append(p)
            self.links.append([])
        return self.index[p]

    def _distance(self, a, b):
        (ax, ay), (bx, by) = self.points[a], self.points[b]
        return float(np.hypot((ax - bx) * np.cos(np.radians((ay + by) / 2)), ay - by))

    def _link(self, a, b, cost):
        self.links[a].append((b, cost))
        self.links[b].append((a, cost))

    def way(self, start, goal):
        """The real edges of the cheapest way between the vertices nearest to two points."""
        start, goal = (int(self.tree.nearest(shapely.Point(p))) for p in (start, goal))
        best, queue, origin = {start: 0.0}, [(0.0, start)], {}
        while queue:
            cost, a = heapq.heappop(queue)
            if a == goal:
                break
            if cost > best[a]:
                continue
            for b, step in self.links[a]:
                if cost + step < best.get(b, 1e9):
                    best[b], origin[b] = cost + step, a
                    heapq.heappush(queue, (cost + step, b))
        edges, a = [], goal
        while a in origin:
            edges.append((min(a, origin[a]), max(a, origin[a])))
            a = origin[a]
        return [e for e in edges if e in self.real]


def named(lines):
    """Split [(line, level)] to [(multi-line, level, names)]; a named river counts as level 1."""
    lines = [(line, level) for line, level in lines if level <= 3]
    network = _Network(lines)
    taken, out = {}, []
    for names, reaches in table():
        edges = [e for points in reaches for a, b in itertools.pairwise(points) for e in network.way(a, b)]
        edges = [e for e in dict.fromkeys(edges) if e not in taken]
        taken.update(dict.fromkeys(edges))
        if edges:
            parts = shapely.multilinestrings([[network.points[a], network.points[b]] for a, b in edges])
            out.append((shapely.line_merge(parts), 1, names))
    for wanted in (1, 2, 3):
        rest = set()
        for line, level in lines:
            if level == wanted:
                ids = [network.index[tuple(p)] for p in np.round(shapely.get_coordinates(line), 4).tolist()]
                rest |= {(min(a, b), max(a, b)) for a, b in itertools.pairwise(ids) if a != b and (min(a, b), max(a, b)) not in taken}
        parts = shapely.multilinestrings([[network.points[a], network.points[b]] for a, b in sorted(rest)])
        out.append((shapely.line_merge(parts), wanted, {}))
    return out
