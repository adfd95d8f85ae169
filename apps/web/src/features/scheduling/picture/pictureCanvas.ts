import { limits } from '@parley/core'

/** A part of a picture, in its pixels. */
export interface PictureArea {
	x: number
	y: number
	width: number
	height: number
}

const quality = 0.9

/** A picture of a file, as an address of this page; undefined where the browser cannot show it, or it has too many pixels. */
export async function openPicture(file: Blob): Promise<{ url: string; area: PictureArea } | undefined> {
	const url = URL.createObjectURL(file)
	const image = await load(url)
	if (image && image.naturalWidth * image.naturalHeight <= limits.pictureMaxPixels) {
		return { url, area: { x: 0, y: 0, width: image.naturalWidth, height: image.naturalHeight } }
	}
	URL.revokeObjectURL(url)
	return undefined
}

/** Part of a picture as a JPEG, not wider than `maxWidth`. */
export async function cutPicture(url: string, area: PictureArea, maxWidth: number): Promise<Blob | undefined> {
	const image = await load(url)
	const canvas = document.createElement('canvas')
	const scale = Math.min(1, maxWidth / area.width)
	canvas.width = Math.max(1, Math.round(area.width * scale))
	canvas.height = Math.max(1, Math.round(area.height * scale))
	const context = canvas.getContext('2d')
	if (!image || !context) return undefined
	// JPEG has no transparency: what is transparent would be black.
	context.fillStyle = '#fff'
	context.fillRect(0, 0, canvas.width, canvas.height)
	context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height)
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
