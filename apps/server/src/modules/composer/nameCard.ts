import sharp from 'sharp'
import { createFontCheck } from './fonts.ts'

const [width, height] = [1280, 720]
/** Names are cut so that they fit into one line at the smallest size; a Chinese character is as wide as two letters. */
const maxWidth = 44
/** In lines of up to half that width, the name is as large as it can be. */
const fontSizes = { large: 64, small: 48 }
const fonts = 'Noto Sans CJK SC, PingFang SC, Microsoft YaHei, Noto Sans, sans-serif'

/** 320 × 180 in VP8, as dark as the cards; shown until one is drawn. */
export const darkFrame = Buffer.from(
	'MBAAnQEqQAG0AD61WqpQpyUkIqAoAOAWiWlu4XarTwACewD32ych77ZOSkw99snIe+2TkPfbJyHvtk5D32ych77ZOQ99snIe+2TkPfbJyHvtk5D32ych77ZOQ99snIe+2TkPfbJyHvtk5D32ych77ZOQ99snIe+2TkPfbJyHvtk5D32ych77ZMQAAP7/gzcybsy2lb0LhhWkRsFTiNgqcRsFTiNgqcRsCAAAAA==',
	'base64',
)

const person =
	'<path d="M640 360a62 62 0 1 0 0-124 62 62 0 0 0 0 124Zm0 30c-66 0-120 34-120 76v44h240v-44c0-42-54-76-120-76Z" fill="#c6cbd8"/>'

/**
 * Draws pictures for times in which no camera is on: a person, and the name of the speaker. Each is one key frame of VP8,
 * 1280 × 720: a lossy WebP contains nothing else.
 *
 * @param onNoFont called once, when this machine has no font for a name, which is left out
 */
export function createNameCards(onNoFont: () => void = () => {}) {
	const drawn = new Map<string, Promise<Buffer>>()
	const hasFontFor = createFontCheck()
	let hasReported = false

	async function draw(name: string): Promise<Buffer> {
		const isDrawn = name !== '' && (await hasFontFor(name))
		if (name !== '' && !isDrawn && !hasReported) {
			hasReported = true
			onNoFont()
		}
		const text = isDrawn ? nameText(name) : ''
		const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#15171e"/><circle cx="640" cy="350" r="150" fill="#343945"/><clipPath id="disc"><circle cx="640" cy="350" r="150"/></clipPath><g clip-path="url(#disc)">${person}</g>${text}</svg>`
		return vp8Of(await sharp(Buffer.from(svg)).webp({ quality: 85 }).toBuffer())
	}

	return {
		/** @param name empty while no participant speaks */
		draw(name: string): Promise<Buffer> {
			const known = drawn.get(name)
			if (known) return known
			// Few people speak in a meeting; with more, the oldest is drawn again.
			if (drawn.size >= 50) drawn.delete([...drawn.keys()][0] ?? '')
			const drawing = draw(name)
			drawn.set(name, drawing)
			drawing.catch(() => drawn.delete(name))
			return drawing
		},
	}
}
export type NameCards = ReturnType<typeof createNameCards>

function nameText(name: string): string {
	const shown = cutName(name)
	const size = widthOf(shown) > maxWidth / 2 ? fontSizes.small : fontSizes.large
	return `<text x="640" y="600" font-family="${fonts}" font-size="${size}" fill="#ffffff" text-anchor="middle">${inXml(shown)}</text>`
}

const isWide = (character: string) =>
	/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/.test(character)
const widthOf = (text: string) => Array.from(text).reduce((sum, character) => sum + (isWide(character) ? 2 : 1), 0)

/** The name in one line, with an ellipsis where it is too long. */
export function cutName(name: string): string {
	if (widthOf(name) <= maxWidth) return name
	let cut = ''
	for (const character of name) {
		if (widthOf(cut + character) > maxWidth - 1) break
		cut += character
	}
	return `${cut}…`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
/** Also without the control characters that XML does not allow. */
const inXml = (text: string) =>
	text
		.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
		.replace(/[&<>"']/g, found => entities[found] ?? '')

/** The only chunk of a lossy WebP is a frame of VP8. @throws if it is another kind of WebP */
export function vp8Of(webp: Buffer): Buffer {
	for (let at = 12; at + 8 <= webp.length; ) {
		const bytes = webp.readUInt32LE(at + 4)
		if (webp.toString('latin1', at, at + 4) === 'VP8 ') return webp.subarray(at + 8, at + 8 + bytes)
		at += 8 + bytes + (bytes % 2)
	}
	throw new Error('the picture has no frame of VP8')
}
