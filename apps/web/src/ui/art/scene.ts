/**
 * One lake at three times of its day: dusk, midnight, dawn. The land never changes, only the light,
 * so fading from one to the next looks like time passing.
 * A string, so that the first can be inlined into the page before any script runs.
 */
export type TimeOfDayTheme = 'dusk' | 'midnight' | 'dawn'

interface Light {
	/** From the zenith to the horizon. */
	sky: readonly [string, string, string, string]
	/** The farthest ridge first. */
	ridges: readonly [string, string, string]
	mist: string
	water: readonly [string, string, string]
	/** The near shore. */
	shore: readonly [string, string]
	disc: { x: number; y: number; r: number; fill: string; halo: string; haloR: number }
	glint: string
	/** Brightness of the windows of the two houses. */
	lamps: number
	stars: number
}

const lights: Record<TimeOfDayTheme, Light> = {
	dusk: {
		sky: ['#0a1030', '#1d2a70', '#6a4f9e', '#f4996b'],
		ridges: ['#75569a', '#4a4288', '#2c2f6c'],
		mist: '#f0a184',
		water: ['#e58f74', '#473f85', '#0b1030'],
		shore: ['#141a47', '#070a1c'],
		disc: { x: 192, y: 352, r: 27, fill: '#ffe3b0', halo: '#ffb070', haloR: 190 },
		glint: '#ffd9a0',
		lamps: 0.9,
		stars: 0.45,
	},
	midnight: {
		sky: ['#05051a', '#120f38', '#2b2163', '#5a479c'],
		ridges: ['#43387f', '#2c2562', '#1b1747'],
		mist: '#7563b4',
		water: ['#5b4a9b', '#211b52', '#08071c'],
		shore: ['#100d33', '#050412'],
		disc: { x: 284, y: 176, r: 21, fill: '#f3efff', halo: '#8f7be0', haloR: 120 },
		glint: '#cfc4ff',
		lamps: 1,
		stars: 1,
	},
	dawn: {
		sky: ['#0c3a55', '#1f7485', '#79b8aa', '#fde3b3'],
		ridges: ['#6fa7a4', '#3f858b', '#23616f'],
		mist: '#fbe6c2',
		water: ['#f2dcb2', '#3d8288', '#07222e'],
		shore: ['#114352', '#06181f'],
		disc: { x: 118, y: 366, r: 32, fill: '#fffbe9', halo: '#ffe9ae', haloR: 230 },
		glint: '#fff4d0',
		lamps: 0,
		stars: 0,
	},
}

// Midpoint displacement of a few hand-set heights; the farthest ridge first.
const ridges = [
	'M-4 402V352l8-7 12-13 8-1 14-9 8 7 5 12 11 5 8 0 10 10 15 6 9 9 14 1 12-2 10-10 8-6 12-2 11 5 9 3 7 7 9-1 12-5 8-1 7-4 9-8 17-15 18-17 12-16 13-14 5-2 8 6 8 10 9 6 7-2 7-7 6 5 6-2 9 7 8 10 6 3 9 10V402z',
	'M-4 402V372l7-1 12 1 12-3 13-9 11 4 12 10 15 8 18 0 9 2 13-1 15 6 17 3 16-2 18-4 11 2 10 0 14-4 10-5 9-6 12-1 15-8 9-7 11-4 15-11 9 6 8 4 14-2 9 2 7-3 9-8 10 1 14-4V402z',
	'M-4 402V378l3 1 4 0 5 0 6 2 4 1 3 0 4 0 5-1 7 0 6 3 6 1 4 3 5 1 5-1 2 1 5 1 7 1 8 1 5 1 8 3 3 2 5 0 6 0 8-1 5 0 3-1 5 1 6 1 10 1 9 1 5 0 7-1 9 1 7 0 8 0 12-2 5 0 7 0 7 0 5-2 7-1 8-2 11-3 10-2 6-1 7 0 4-2 7-1 6-1 6-2 3-2 5 0 6 0 3-1 5-1 6 1 6-2 5-2 7-1 8-1 4 0 7-2 5-2 8-2V402z',
] as const

const shores = [
	{ path: 'M-4 458q30-6 58 2t46 14q34 8 58 14 24 5 40 12-60 2-110 8-50 5-92 14z', mirror: 768 },
	{ path: 'M379 520q-40-4-70 8t-60 20q-36 8-62 22 70-2 110 4 50 6 82 16z', mirror: 866 },
] as const
const pines =
	'M1 459l5-25 5 25zM11 459l4-17 4 17zM20 460l5-29 5 29zM31 460l4-20 4 20zM48 461l4-15 4 15zM60 464l3-12 4 13zM338 525l4-22 5 22zM348 524l5-30 5 30zM359 523l4-19 4 19zM368 523l4-26 5 26zM322 527l3-13 4 13z'
// The two houses facing each other across the water.
const houses = 'M110 480v-7l7-5 7 5v9zM284 536v-8l8-6 8 6v8z'
const birds = 'M246 236q5-5 9 0 4-5 9 0M274 250q4-4 7 0 3-4 7 0M262 266q3-3 6 0 3-3 6 0'

// Dots drawn as strokes of no length.
const stars =
	'M24 64h0M61 118h0M148 40h0M182 96h0M214 58h0M247 134h0M288 32h0M322 88h0M351 150h0M40 206h0M132 186h0M196 168h0M301 196h0M338 232h0M16 268h0M164 252h0M228 226h0M270 262h0'
const bigStars = 'M84 84h0M266 78h0M336 48h0M156 138h0M52 168h0M236 178h0M314 142h0'

function glints({ x }: Light['disc']): string {
	const widths = [16, 30, 22, 42, 30, 52, 34, 48, 26, 38, 20, 26, 12]
	return widths
		.map((width, row) => {
			const drift = [0, 3, -4, 2, 6, -5, 4, -8, 6, -3, 5, -2, 3][row] ?? 0
			return `M${x - width / 2 + drift} ${407 + Math.round(row * (7 + row * 0.55))}h${width}`
		})
		.join('')
}

/** A lit window, its shine, and its reflection from the waterline down. */
function lamp(x: number, y: number, water: number, name: string): string {
	return `<circle cx="${x}" cy="${y}" r="26" fill="url(#${name}l)"/><path d="M${x - 1.5} ${y - 2}h3v4h-3z" fill="#ffe6b0"/><path d="M${x} ${water}v24" stroke="#ffc978" stroke-width="1.8" stroke-linecap="round" stroke-dasharray="5 5 3 5 2" opacity=".6"/>`
}

const stops = (colours: readonly string[], offsets: readonly number[]) =>
	colours.map((colour, at) => `<stop offset="${offsets[at]}" stop-color="${colour}"/>`).join('')

function glow(id: string, colour: string, strength: number): string {
	const fall = [1, 0.55, 0.26, 0.1, 0]
	const inside = fall.map(
		(share, at) => `<stop offset="${at / 4}" stop-color="${colour}" stop-opacity="${+(strength * share).toFixed(2)}"/>`,
	)
	return `<radialGradient id="${id}">${inside.join('')}</radialGradient>`
}

const down = (id: string, inside: string) => `<linearGradient id="${id}" x2="0" y2="1">${inside}</linearGradient>`

const fading = (colour: string, from: number, to: number) =>
	`<stop stop-color="${colour}" stop-opacity="${from}"/><stop offset="1" stop-color="${colour}" stop-opacity="${to}"/>`

/** The picture as SVG text; it fills its box and is cut at the sides where the box is wide. */
export function scene(name: TimeOfDayTheme): string {
	const light = lights[name]
	const { disc, lamps } = light
	const fill = (part: string) => `fill="url(#${name}${part})"`
	const defs = [
		down(`${name}s`, stops(light.sky, [0, 0.45, 0.78, 1])),
		down(`${name}w`, stops(light.water, [0, 0.26, 0.6])),
		down(`${name}g`, stops(light.shore, [0, 1])),
		down(`${name}m`, fading(light.mist, 0, 0.6)),
		down(`${name}r`, fading(light.glint, 0.9, 0.1)),
		glow(`${name}h`, disc.halo, 0.8),
		lamps ? glow(`${name}l`, '#ffb65c', lamps) : '',
	].join('')
	const land = ridges.map((ridge, at) => `<path fill="${light.ridges[at]}" d="${ridge}"/>`).join('')
	const night = light.stars
		? `<g stroke="#fff" stroke-linecap="round" opacity="${light.stars}"><path stroke-width="1.1" opacity=".6" d="${stars}"/><path stroke-width="1.9" d="${bigStars}"/></g>`
		: `<path d="${birds}" fill="none" stroke="${light.shore[0]}" stroke-width="1.2" stroke-linecap="round" opacity=".7"/>`
	const windows = lamps ? lamp(117, 475, 512, name) + lamp(292, 530, 581, name) : ''
	return [
		'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 375 812" preserveAspectRatio="xMidYMid slice" width="100%" height="100%" aria-hidden="true">',
		`<defs>${defs}</defs>`,
		`<path ${fill('s')} d="M0 0h375v404H0z"/>`,
		night,
		`<circle cx="${disc.x}" cy="${disc.y}" r="${disc.haloR}" ${fill('h')}/>`,
		`<circle cx="${disc.x}" cy="${disc.y}" r="${disc.r}" fill="${disc.fill}"/>`,
		land,
		`<path ${fill('m')} d="M0 322h375v80H0z"/>`,
		`<path ${fill('w')} d="M0 402h375v410H0z"/>`,
		`<g opacity=".32" transform="matrix(1 0 0 -.6 0 643.2)">${land}</g>`,
		`<path stroke="url(#${name}r)" stroke-width="2.2" stroke-linecap="round" d="${glints(disc)}"/>`,
		...shores.map(
			({ path, mirror }) =>
				`<path fill="${light.shore[1]}" opacity=".45" transform="matrix(1 0 0 -.5 0 ${mirror})" d="${path}"/><path ${fill('g')} d="${path}"/>`,
		),
		`<path fill="${light.shore[1]}" d="${pines}${houses}"/>`,
		windows,
		'</svg>',
	].join('')
}
