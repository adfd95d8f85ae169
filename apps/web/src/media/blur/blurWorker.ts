import workerUrl from '@twilio/video-processors/dist/build/twilio-gaussian-blur-background-processor-pipeline-worker.js?url'
// The worker loads these from its own folder, by name (vite.config.ts). Every browser with frame streams has SIMD.
import '@twilio/video-processors/dist/build/selfie_segmentation_landscape.tflite?url'
import '@twilio/video-processors/dist/build/tflite-simd-1-0-0.js?url'
import '@twilio/video-processors/dist/build/tflite-simd-1-0-0.wasm?url'
import type { GaussianBlurBackgroundProcessorPipelineWorker } from '@twilio/video-processors/es5/processors/background/pipelines/backgroundprocessorpipeline/GaussianBlurBackgroundProcessorPipeline.worker.js'
import { transfer, wrap } from 'comlink'
import type { FrameBlur } from './blurFrames.ts'

const blurRadius = 15
/** A worker that takes longer for one frame is stuck. */
const stuckMs = 20_000

/**
 * Starts the worker of the library and loads its model. The library's own class does the same, but never ends its worker.
 * @throws if it cannot be loaded
 */
export async function openBlurWorker(): Promise<FrameBlur> {
	const worker = new Worker(workerUrl)
	let fail: (error: Error) => void = () => {}

	/** Ends also where the worker does not answer, because it was closed, could not be loaded or is stuck. */
	function ask<T>(question: () => Promise<T>): Promise<T> {
		return new Promise<T>((resolve, reject) => {
			const timer = setTimeout(() => reject(new Error('the worker of the blur is stuck')), stuckMs)
			const settle = (act: () => void) => {
				clearTimeout(timer)
				act()
			}
			fail = error => settle(() => reject(error))
			question().then(
				value => settle(() => resolve(value)),
				error => settle(() => reject(error)),
			)
		})
	}

	worker.onerror = ({ message }) => fail(new Error(message || 'the worker of the blur failed'))
	const close = () => {
		worker.terminate()
		fail(new Error('the blur was closed'))
	}
	try {
		const Pipeline = wrap<typeof GaussianBlurBackgroundProcessorPipelineWorker>(worker)
		const pipeline = await ask(
			() =>
				new Pipeline({
					assetsPath: '',
					blurFilterRadius: blurRadius,
					deferInputFrameDownscale: false,
					hysteresis: true,
					maskBlurRadius: 8,
				}),
		)
		await ask(() => pipeline.loadTwilioTFLite())
		const compose = createComposer()
		return {
			async blur(frame) {
				const { timestamp } = frame
				const picture = await ask(() => pipeline.render(transfer(frame, [frame])))
				if (!picture) throw new Error('the blur has no model')
				return compose(picture, timestamp)
			},
			close,
		}
	} catch (error) {
		close()
		throw error
	}
}

/**
 * Makes frames of pictures whose edges the blur has made transparent: below lies the same picture, enlarged, so that
 * what is sent has no dark frame.
 */
function createComposer() {
	const canvas = new OffscreenCanvas(1, 1)
	const context = canvas.getContext('2d', { alpha: false })
	const margin = 2 * blurRadius
	return (picture: ImageBitmap, timestamp: number): VideoFrame => {
		const { width, height } = picture
		if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
		context?.drawImage(picture, -margin, -margin, width + 2 * margin, height + 2 * margin)
		context?.drawImage(picture, 0, 0)
		picture.close()
		return new VideoFrame(canvas, { timestamp })
	}
}
