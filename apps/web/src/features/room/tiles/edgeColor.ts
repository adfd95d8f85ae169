/** Part of the width that counts as an edge. */
const edgePart = 0.02

/** The mean colour of the left and right edge of a picture, as CSS; undefined while there is no picture. */
export function edgeColor(video: HTMLVideoElement): string | undefined {
	const { videoWidth: width, videoHeight: height } = video
	const canvas = document.createElement('canvas')
	Object.assign(canvas, { width: 2, height: 1 })
	const context = canvas.getContext('2d', { willReadFrequently: true })
	if (!context || width === 0) return undefined
	const edge = Math.max(1, width * edgePart)
	context.drawImage(video, 0, 0, edge, height, 0, 0, 1, 1)
	context.drawImage(video, width - edge, 0, edge, height, 1, 0, 1, 1)
	const [r1 = 0, g1 = 0, b1 = 0, , r2 = 0, g2 = 0, b2 = 0] = context.getImageData(0, 0, 2, 1).data
	return `rgb(${(r1 + r2) >> 1} ${(g1 + g2) >> 1} ${(b1 + b2) >> 1})`
}
