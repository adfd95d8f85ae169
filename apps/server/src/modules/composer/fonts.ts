import sharp from 'sharp'

/**
 * Returns whether this machine has a font for a name: a server often has none with Chinese characters, and a card without
 * a name is better than one with boxes. A character without a font is drawn as a box; those that look like one are
 * represented by others of their script.
 */
export function createFontCheck() {
	const answers = new Map<string, Promise<boolean>>()
	const check = (character: string) => {
		const known = answers.get(character) ?? isDrawn(character)
		answers.set(character, known)
		return known
	}
	return async (name: string): Promise<boolean> => {
		const isHan = /\p{Script=Han}/u
		const characters = new Set(
			[...name.replace(/[\p{M}\p{Cc}\p{Cf}\p{Z}\p{P}\p{S}]/gu, '')].map(each => (isHan.test(each) ? '王' : each)),
		)
		return (await Promise.all([...characters].slice(0, 8).map(check))).every(Boolean)
	}
}

/** A box has ink all along its four sides; no letter has. Without any font, boxes are smaller than letters. */
async function isDrawn(character: string): Promise<boolean> {
	const text = { text: character, font: 'sans 60', dpi: 72 }
	const { data, info } = await sharp({ text }).raw().toBuffer({ resolveWithObject: true })
	const { width: across, height: down, channels } = info
	if (down < 20) return false
	const isInk = (x: number, y: number) => (data[(y * across + x) * channels] ?? 0) > 64
	const isLine = (length: number, isInkAt: (along: number) => boolean) =>
		Array.from({ length }, (_, along) => isInkAt(along)).filter(Boolean).length > length * 0.9
	const isEdge = (lines: (line: number) => boolean) => [0, 1, 2].some(lines)
	return !(
		isEdge(line => isLine(down, y => isInk(line, y))) &&
		isEdge(line => isLine(down, y => isInk(across - 1 - line, y))) &&
		isEdge(line => isLine(across, x => isInk(x, line))) &&
		isEdge(line => isLine(across, x => isInk(x, down - 1 - line)))
	)
}

/** Characters of the scripts in which the languages of the product are written. */
const scripts = { Latin: 'A', Chinese: '王' } as const

/** Returns the scripts for which this machine has no font. */
export async function findMissingFonts(hasFontFor = createFontCheck()): Promise<string[]> {
	const found = await Promise.all(
		Object.entries(scripts).map(async ([script, character]) => ({ script, isThere: await hasFontFor(character) })),
	)
	return found.flatMap(({ script, isThere }) => (isThere ? [] : [script]))
}

/** The remedy where a name cannot be drawn. */
export const fontPackages = 'fonts-noto-cjk on Debian and Ubuntu, font-noto-cjk on Alpine'
