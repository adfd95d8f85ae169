import { limits } from '@parley/core'

const quality = 0.9

/** A picture of a file, as an address of this page; undefined where the browser cannot show it, or it has too many pixels. */
export async function openPicture(file: Blob): Promise<string | undefined> {
	const url = URL.createObjectURL(file)
	const image = await load(url)
	if (image && image.naturalWidth * image.naturalHeight <= limits.pictureMaxPixels) {
		return url
	}
	URL.revokeObjectURL(url)
	return undefined
}

/** The whole picture as a JPEG, not wider than `maxWidth` (OP-097). */
export async function encodePicture(url: string, maxWidth: number): Promise<Blob | undefined> {
	const image = await load(url)
	const canvas = document.createElement('canvas')
	const context = canvas.getContext('2d')
	if (!image || !context) return undefined
	const scale = Math.min(1, maxWidth / image.naturalWidth)
	canvas.width = Math.max(1, Math.round(image.naturalWidth * scale))
	canvas.height = Math.max(1, Math.round(image.naturalHeight * scale))
	// JPEG has no transparency: what is transparent would be black.
	context.fillStyle = '#fff'
	context.fillRect(0, 0, canvas.width, canvas.height)
	context.drawImage(image, 0, 0, canvas.width, canvas.height)
	return await new Promise(resolve => canvas.toBlob(blob => resolve(blob ?? undefined), 'image/jpeg', quality))
}

async function load(url: string): Promise<HTMLImageElement | undefined> {
	const image = new Image()
	image.src = url
	try {
		await image.decode()
		return image
	} catch {
		return undefined
	}
}
