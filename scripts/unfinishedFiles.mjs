import { relative } from 'node:path'
import { root } from './process.mjs'

const quietMs = 5 * 60_000

/** Reporter of vitest that names the files that have not finished, when none has finished for five minutes. */
// biome-ignore lint/style/noDefaultExport: vitest loads the default export of a reporter.
export default class UnfinishedFiles {
	/** @type {Set<string>} */
	#unfinished = new Set()
	/** @type {NodeJS.Timeout | undefined} */
	#timer

	onTestModuleStart({ moduleId }) {
		this.#unfinished.add(moduleId)
		this.#wait()
	}

	onTestModuleEnd({ moduleId }) {
		this.#unfinished.delete(moduleId)
		this.#wait()
	}

	onTestRunEnd() {
		clearInterval(this.#timer)
	}

	#wait() {
		clearInterval(this.#timer)
		this.#timer = setInterval(() => {
			const names = [...this.#unfinished].map(file => relative(root, file))
			console.log(`No file has finished for ${quietMs / 60_000} minutes. Not finished: ${names.join(', ') || 'none'}`)
		}, quietMs)
		this.#timer.unref()
	}
}
