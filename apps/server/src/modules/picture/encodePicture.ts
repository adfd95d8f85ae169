import { limits, ok, type Result, refused } from '@parley/core'
import type { Metadata, Sharp, SharpOptions } from 'sharp'

/** Wide enough for a screen of full HD in either direction. */
const maxSide = 1920
const quality = 82
/** The text of a shared screen stays readable. */
const chatMaxSide = 2560
/** The longer side in a chat is shown at most half as large. */
const thumbnailSide = 480
/** Pixels of all frames of an animation together; of one with more the first frame is shown. */
const maxAnimatedPixels = 20_000_000
const decodeAtMostS = 20

const startsWith =
	(signature: readonly number[], from = 0) =>
	(bytes: Uint8Array): boolean =>
		signature.every((byte, at) => bytes[from + at] === byte)
const ascii = (text: string) => [...text].map(character => character.charCodeAt(0))

const kinds = {
	jpeg: startsWith([0xff, 0xd8, 0xff]),
	png: startsWith([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
	gif: startsWith(ascii('GIF8')),
	webp: (bytes: Uint8Array) => startsWith(ascii('RIFF'))(bytes) && startsWith(ascii('WEBP'), 8)(bytes),
}
type PictureKind = keyof typeof kinds

export type PictureRefusal = 'kindInvalid' | 'dimensionsInvalid' | 'unreadable'

/** Picture and thumbnail as WebP, and the size of the picture in pixels. */
export interface ChatPicture {
	picture: Uint8Array
	thumbnail: Uint8Array
	width: number
	height: number
}

/**
 * Decodes a JPEG or PNG and encodes it again as JPEG, which every browser shows: upright, at most 1920 pixels a side, and
 * without what else was in the file.
 */
export const encodePicture = (bytes: Uint8Array): Promise<Result<Uint8Array, PictureRefusal>> =>
	decode(bytes, ['jpeg', 'png'], async open =>
		shrink(open(), maxSide).flatten({ background: 'white' }).jpeg({ quality, mozjpeg: true }).toBuffer(),
	)

/**
 * Decodes a JPEG, PNG, WebP or GIF and encodes it again as WebP, which all browsers with meetings show. An animation stays one,
 * its thumbnail stands still.
 */
export const encodeChatPicture = (bytes: Uint8Array): Promise<Result<ChatPicture, PictureRefusal>> =>
	decode(bytes, ['jpeg', 'png', 'webp', 'gif'], async (open, { width = 0, height = 0, pages = 1 }) => {
		const animated = pages > 1 && width * height * pages <= maxAnimatedPixels
		const { data, info } = await shrink(open({ animated }), chatMaxSide)
			.webp({ quality, effort: 2 })
			.toBuffer({ resolveWithObject: true })
		const thumbnail = await shrink(open(), thumbnailSide).webp({ quality }).toBuffer()
		// Frames of an animation are one below the other.
		return { picture: data, thumbnail, width: info.width, height: info.pageHeight ?? info.height }
	})

const shrink = (picture: Sharp, side: number): Sharp =>
	picture.autoOrient().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })

/**
 * Opens a picture of one of these kinds. The kind is judged by the content, never by a name or type that was sent, and the
 * size in pixels before anything is decoded.
 */
async function decode<T>(
	bytes: Uint8Array,
	accepted: readonly PictureKind[],
	encode: (open: (options?: SharpOptions) => Sharp, metadata: Metadata) => Promise<T>,
): Promise<Result<T, PictureRefusal>> {
	if (!accepted.some(kind => kinds[kind](bytes))) return refused('kindInvalid')
	const { default: sharp } = await import('sharp')
	sharp.concurrency(1)
	sharp.cache(false)
	try {
		const metadata = await sharp(bytes, { limitInputPixels: false }).metadata()
		const { width = 0, height = 0 } = metadata
		if (width * height > limits.pictureMaxPixels) return refused('dimensionsInvalid')
		const open = (options: SharpOptions = {}) =>
			sharp(bytes, { limitInputPixels: limits.pictureMaxPixels, failOn: 'truncated', ...options }).timeout({
				seconds: decodeAtMostS,
			})
		return ok(await encode(open, metadata))
	} catch {
		return refused('unreadable')
	}
}
