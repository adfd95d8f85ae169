/** Backgrounds are drawn for every puzzle, so that programs cannot collect them. */
export type Random = () => number

const randomBetween = (random: Random, least: number, most: number): number => least + random() * (most - least)
const pickRandom = <T>(random: Random, choices: readonly [T, ...T[]]): T =>
	choices[Math.floor(random() * choices.length)] ?? choices[0]
const repeat = (count: number, draw: (i: number) => string): string =>
	Array.from({ length: count }, (_, i) => draw(i)).join('')
const round = (length: number): number => Math.round(length * 10) / 10
const hsl = (hue: number, saturation: number, light: number): string =>
	`hsl(${Math.round((hue + 360) % 360)},${Math.round(saturation)}%,${Math.round(light)}%)`

interface Light {
	hue: number
	/** Lightness of the sky at the top and above the horizon, in percent. */
	sky: readonly [number, number]
	isNight: boolean
}

/** A random scene of the given size as SVG. */
export function drawBackground(width: number, height: number, random: Random): string {
	const light = randomLight(random)
	const place = pickRandom(random, [hills, harbour, city, garden])
	const body = sky(width, height, light, random) + place(width, height, light, random) + specks(width, height, random)
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`
}

function randomLight(random: Random): Light {
	return pickRandom(random, [
		{ hue: randomBetween(random, 195, 215), sky: [62, 86], isNight: false },
		{ hue: randomBetween(random, 10, 35), sky: [58, 84], isNight: false },
		{ hue: randomBetween(random, 255, 285), sky: [48, 78], isNight: false },
		{ hue: randomBetween(random, 215, 240), sky: [22, 46], isNight: true },
		{ hue: randomBetween(random, 165, 185), sky: [60, 82], isNight: false },
	])
}

function sky(width: number, height: number, { hue, sky: [top, low], isNight }: Light, random: Random): string {
	const [x, y] = [randomBetween(random, 30, width - 30), randomBetween(random, 18, 52)]
	const sun = `<circle cx="${round(x)}" cy="${round(y)}" r="${round(randomBetween(random, 10, 18))}" fill="${isNight ? '#f4efd8' : hsl(randomBetween(random, 12, 50), 92, 82)}"/>`
	const stars = isNight
		? repeat(26, () =>
				dot(
					randomBetween(random, 0, width),
					randomBetween(random, 0, 80),
					randomBetween(random, 0.4, 1.1),
					'#fff',
					0.8,
				),
			)
		: ''
	const clouds = repeat(Math.floor(randomBetween(random, 2, 5)), () =>
		cloud(randomBetween(random, 0, width), randomBetween(random, 12, 62), randomBetween(random, 7, 13), random),
	)
	return `<defs><linearGradient id="s" x1="0" y1="0" x2="${round(random() * 0.4)}" y2="1"><stop offset="0" stop-color="${hsl(hue, 62, top)}"/><stop offset="1" stop-color="${hsl(hue + 20, 70, low)}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#s)"/>${stars}${sun}${clouds}`
}

const dot = (x: number, y: number, r: number, fill: string, opacity = 1): string =>
	`<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${fill}" opacity="${opacity}"/>`

const cloud = (x: number, y: number, size: number, random: Random): string =>
	`<g opacity="${round(randomBetween(random, 0.5, 0.85))}">${repeat(5, i => dot(x + (i - 2) * size * 0.9, y - randomBetween(random, 0, size * 0.5), size * randomBetween(random, 0.6, 1), '#fff'))}</g>`

/** Points of a random ridge line from side to side. */
function ridge(width: number, y: number, rough: number, random: Random): [number, number][] {
	const [a, b, c] = [randomBetween(random, 25, 60), randomBetween(random, 10, 24), random() * 7]
	const points: [number, number][] = []
	for (let x = -6; x <= width + 6; x += 6) {
		const wave =
			Math.sin(x / a + c) * rough + Math.sin(x / b + c * 3) * rough * 0.4 + randomBetween(random, -0.12, 0.12) * rough
		points.push([x, y + wave])
	}
	return points
}

const ground = (points: readonly [number, number][], height: number, fill: string): string =>
	`<path d="M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}V${height}H-6z" fill="${fill}"/>`

function hills(width: number, height: number, { hue, isNight }: Light, random: Random): string {
	const green = randomBetween(random, 80, 170)
	const layers = repeat(4, i => {
		const points = ridge(width, 62 + i * 22, 15 - i * 2, random)
		const lightness = (isNight ? 34 : 66) - i * 9
		const fill = hsl(hue + ((green - hue) * (i + 1)) / 4, 28 + i * 6, lightness)
		const trees = repeat(i * 7, () => {
			const [x, y] = points[Math.floor(random() * points.length)] ?? [0, 0]
			return tree(
				x,
				y + randomBetween(random, 2, 12),
				randomBetween(random, 7, 14),
				hsl(green, 38, lightness - randomBetween(random, 6, 16)),
			)
		})
		return ground(points, height, fill) + trees
	})
	return layers + birds(width, random)
}

const tree = (x: number, y: number, size: number, fill: string): string =>
	`<path d="M${round(x)} ${round(y - size)}l${round(size * 0.36)} ${round(size)}h${round(-size * 0.72)}z" fill="${fill}"/>`

const birds = (width: number, random: Random): string =>
	repeat(4, () => {
		const [x, y, size] = [
			randomBetween(random, 10, width - 10),
			randomBetween(random, 14, 58),
			randomBetween(random, 3, 6),
		]
		return `<path d="M${round(x)} ${round(y)}q${round(size / 2)} ${round(-size)} ${round(size)} 0q${round(size / 2)} ${round(-size)} ${round(size)} 0" fill="none" stroke="#334" stroke-width="1" opacity=".6"/>`
	})

function harbour(width: number, height: number, { hue, isNight }: Light, random: Random): string {
	const shore = randomBetween(random, 62, 80)
	const deep = isNight ? 24 : 46
	const far = ground(ridge(width, shore - 6, 7, random), height, hsl(hue + 10, 24, isNight ? 30 : 58))
	const sea = `<rect y="${round(shore)}" width="${width}" height="${height}" fill="${hsl(200, 55, deep)}"/>`
	const waves = repeat(70, () => {
		const y = randomBetween(random, shore + 2, height)
		const length = randomBetween(random, 8, 26)
		return `<path d="M${round(randomBetween(random, -10, width))} ${round(y)}q${round(length / 4)} -2.4 ${round(length / 2)} 0t${round(length / 2)} 0" fill="none" stroke="${hsl(196, 60, deep + randomBetween(random, -12, 30))}" stroke-width="${round(randomBetween(random, 0.8, 2))}" opacity=".75"/>`
	})
	const boats = repeat(4, i =>
		boat(
			((i + random()) * width) / 4,
			randomBetween(random, shore + 10, height - 12),
			randomBetween(random, 12, 24),
			random,
		),
	)
	return far + sea + waves + boats + birds(width, random)
}

function boat(x: number, y: number, size: number, random: Random): string {
	const hull = hsl(randomBetween(random, 0, 360), 55, randomBetween(random, 30, 48))
	const sail = hsl(randomBetween(random, 0, 360), 45, randomBetween(random, 78, 94))
	return `<g transform="translate(${round(x)} ${round(y)})"><path d="M${round(-size / 2)} 0h${round(size)}l${round(-size * 0.2)} ${round(size * 0.24)}h${round(-size * 0.6)}z" fill="${hull}"/><path d="M0 -2V${round(-size)}l${round(size * 0.42)} ${round(size - 3)}z" fill="${sail}"/><path d="M-2 -2V${round(-size * 0.8)}l${round(-size * 0.3)} ${round(size * 0.8 - 3)}z" fill="${sail}" opacity=".8"/></g>`
}

function city(width: number, height: number, { hue, isNight }: Light, random: Random): string {
	const rows = repeat(3, row => {
		const lightness = (isNight ? 30 : 64) - row * 13
		let x = -randomBetween(random, 0, 12)
		let houses = ''
		while (x < width) {
			const wide = randomBetween(random, 14, 34)
			const tall = randomBetween(random, 24, 74) - row * 8
			houses += house(
				x,
				height - tall - (2 - row) * 18,
				wide,
				height,
				hsl(hue + row * 14, 22, lightness + randomBetween(random, -5, 5)),
				isNight,
				random,
			)
			x += wide + randomBetween(random, -2, 3)
		}
		return houses
	})
	return rows + birds(width, random)
}

function house(
	x: number,
	y: number,
	wide: number,
	height: number,
	fill: string,
	isNight: boolean,
	random: Random,
): string {
	const windows: string[] = []
	for (let row = y + 5; row < height; row += 8) {
		for (let column = x + 3; column < x + wide - 4; column += 6) {
			if (random() < 0.3) continue
			const lit = random() < (isNight ? 0.5 : 0.15)
			windows.push(
				`<rect x="${round(column)}" y="${round(row)}" width="3" height="4" fill="${lit ? '#ffe9a8' : '#1d2840'}" opacity="${lit ? 0.9 : 0.35}"/>`,
			)
		}
	}
	return `<rect x="${round(x)}" y="${round(y)}" width="${round(wide)}" height="${height}" fill="${fill}"/>${windows.join('')}`
}

function garden(width: number, height: number, { hue, isNight }: Light, random: Random): string {
	const field = ground(
		ridge(width, randomBetween(random, 48, 66), 9, random),
		height,
		hsl(randomBetween(random, 75, 140), 36, isNight ? 26 : 50),
	)
	const leaves = repeat(70, () => {
		const [x, y, size] = [
			randomBetween(random, 0, width),
			randomBetween(random, 58, height + 6),
			randomBetween(random, 7, 18),
		]
		const fill = hsl(
			randomBetween(random, 70, 165),
			randomBetween(random, 25, 55),
			randomBetween(random, isNight ? 14 : 26, isNight ? 40 : 62),
		)
		return `<path transform="translate(${round(x)} ${round(y)}) rotate(${Math.round(randomBetween(random, -70, 70))})" d="M0 0q${round(size * 0.5)} ${round(-size * 0.6)} 0 ${round(-size * 1.5)}q${round(-size * 0.5)} ${round(size * 0.9)} 0 ${round(size * 1.5)}" fill="${fill}"/>`
	})
	const flowers = repeat(26, () => {
		const [x, y, size] = [
			randomBetween(random, 0, width),
			randomBetween(random, 62, height),
			randomBetween(random, 2, 4.6),
		]
		const fill = hsl(hue + randomBetween(random, 60, 260), 70, randomBetween(random, 55, 84))
		const petals = repeat(5, i =>
			dot(x + Math.cos(i * 1.257) * size, y + Math.sin(i * 1.257) * size, size * 0.72, fill),
		)
		return petals + dot(x, y, size * 0.55, '#f6d66b')
	})
	return field + leaves + flowers
}

/** Light and dark strokes and spots everywhere, so that the edges of the hole do not stand out. */
const specks = (width: number, height: number, random: Random): string =>
	repeat(22, () => {
		const [x, y, length] = [
			randomBetween(random, -20, width),
			randomBetween(random, 0, height),
			randomBetween(random, 14, 60),
		]
		const shade = random() < 0.5 ? '#fff' : '#10182a'
		return `<path d="M${round(x)} ${round(y)}q${round(length / 2)} ${round(randomBetween(random, -18, 18))} ${round(length)} ${round(randomBetween(random, -14, 14))}" fill="none" stroke="${shade}" stroke-width="${round(randomBetween(random, 0.6, 1.8))}" opacity="${round(randomBetween(random, 0.15, 0.45))}"/>`
	}) +
	repeat(7, () =>
		dot(
			randomBetween(random, 0, width),
			randomBetween(random, 0, height),
			randomBetween(random, 10, 26),
			random() < 0.5 ? '#fff' : '#10182a',
			round(randomBetween(random, 0.1, 0.22)),
		),
	)
