import { limits, ok, type Result, refused } from '@parley/core'

/** Wide enough for a screen of full HD in either direction. */
const maxSide = 1920
const quality = 82
const decodeAtMostS = 20

const signatures = {
	jpeg: [0xff, 0xd8, 0xff],
	png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
}
const isPicture = (bytes: Uint8Array): boolean =>
	Object.values(signatures).some(signature => signature.every((byte, at) => bytes[at] === byte))

type PictureRefusal = 'kindInvalid' | 'dimensionsInvalid' | 'unreadable'

/**
 * Decodes a JPEG or PNG and encodes it again as JPEG, which every browser shows: upright, at most 1920 pixels a side, and
 * without what else was in the file. The kind is judged by the content, never by a name or type that was sent, and the
 * size in pixels before anything is decoded.
 */
export async function encodePicture(bytes: Uint8Array): Promise<Result<Uint8Array, PictureRefusal>> {
	if (!isPicture(bytes)) return refused('kindInvalid')
	const { default: sharp } = await import('sharp')
	sharp.concurrency(1)
	sharp.cache(false)
	try {
		const { width = 0, height = 0 } = await sharp(bytes, { limitInputPixels: false }).metadata()
		if (width * height > limits.pictureMaxPixels) return refused('dimensionsInvalid')
		const encoded = await sharp(bytes, { limitInputPixels: limits.pictureMaxPixels, failOn: 'truncated' })
			.timeout({ seconds: decodeAtMostS })
			.autoOrient()
			.resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
			.flatten({ background: 'white' })
			.jpeg({ quality, mozjpeg: true })
			.toBuffer()
		return ok(encoded)
	} catch {
		return refused('unreadable')
	}
}
