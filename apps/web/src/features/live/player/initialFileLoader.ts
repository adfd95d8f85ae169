import Hls, {
	type HlsConfig,
	type Loader,
	type LoaderCallbacks,
	type LoaderConfiguration,
	type LoaderContext,
} from 'hls.js/light'
import { type InitialFile, takeInitialFile } from './initialFiles.ts'

/** hls.js has no name for it: the loader of its own settings. */
const DefaultLoader = Hls.DefaultConfig.loader as new <T extends LoaderContext>(config: HlsConfig) => Loader<T>

/** Takes over the files that the HTML has requested, and requests all others. */
export class InitialFileLoader<T extends LoaderContext> extends DefaultLoader<T> {
	#isStopped = false

	override load(context: T, config: LoaderConfiguration, callbacks: LoaderCallbacks<T>) {
		const file = takeInitialFile(context.url)
		if (!file) return super.load(context, config, callbacks)
		this.context = context
		this.#deliver(file, callbacks).catch(() => !this.#isStopped && super.load(context, config, callbacks))
	}

	async #deliver({ sentAt, loaded }: InitialFile, callbacks: LoaderCallbacks<T>) {
		const { body, firstByteAt, endedAt } = await loaded
		const { context, stats } = this
		if (this.#isStopped || !context) return
		Object.assign(stats.loading, { start: sentAt, first: firstByteAt, end: endedAt })
		stats.loaded = body.byteLength
		stats.total = body.byteLength
		const data = context.responseType === 'arraybuffer' ? body : new TextDecoder().decode(body)
		callbacks.onSuccess({ url: context.url, data, code: 200 }, stats, context, null)
	}

	override abort() {
		this.#isStopped = true
		super.abort()
	}

	override destroy() {
		this.#isStopped = true
		super.destroy()
	}
}
