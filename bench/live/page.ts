import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { blockSize } from './film.ts'

const hlsFile = new URL('../../node_modules/hls.js/dist/hls.light.min.js', import.meta.url)

/** hls.js and nothing else: `start` plays with the settings it is given, `frames` has number and wall time of each. */
const player = `<!doctype html><video muted playsinline width=640 height=360></video><script src="/hls.js"></script><script>
const video = document.querySelector('video')
const canvas = document.createElement('canvas')
canvas.width = 16 * 8
canvas.height = 8
const context = canvas.getContext('2d', { willReadFrequently: true })
window.frames_ = []
window.faults = []
function readNumber() {
	context.drawImage(video, 0, 0, 16 * ${blockSize}, ${blockSize}, 0, 0, 128, 8)
	const { data } = context.getImageData(0, 4, 128, 1)
	let number = 0
	for (let bit = 0; bit < 16; bit++) if (data[(bit * 8 + 4) * 4 + 1] > 128) number += 2 ** bit
	return number
}
function onFrame(now) {
	frames_.push([readNumber(), performance.timeOrigin + now])
	video.requestVideoFrameCallback(onFrame)
}
window.start = settings => new Promise(resolve => {
	const tappedAt = performance.now()
	video.requestVideoFrameCallback(now => { resolve(performance.now() - tappedAt); onFrame(now) })
	const hls = new Hls(settings)
	hls.on(Hls.Events.ERROR, (_, { fatal, details }) => faults.push((fatal ? 'fatal ' : '') + details))
	hls.on(Hls.Events.MANIFEST_PARSED, () => video.play())
	hls.loadSource('/live/hls/' + location.hash.slice(1) + '/master.m3u8')
	hls.attachMedia(video)
})
</script>`

export const pages = {
	'/player': { type: 'text/html', body: player },
	'/hls.js': { type: 'text/javascript', body: readFileSync(fileURLToPath(hlsFile), 'utf8') },
}
