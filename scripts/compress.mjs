import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const text = /\.(?:js|mjs|css|svg|json|webmanifest|txt|wasm|tflite|map)$/
/** Below this size compression saves no network packet. */
const minimumBytes = 860

/** Writes `.br` and `.gz` next to every text file for the server to send. HTML is left out: the server renders it. */
export async function compressFolder(folder) {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true })
	const files = entries
		.filter(entry => entry.isFile() && text.test(entry.name) && !entry.parentPath.includes('.vite'))
		.map(entry => join(entry.parentPath, entry.name))
	// zlib uses its own thread pool, so all files may be started at once.
	await Promise.all(files.map(compressFile))
}

async function compressFile(path) {
	const plain = await readFile(path)
	if (plain.length < minimumBytes) return
	const [br, gz] = await Promise.all([
		promisify(brotliCompress)(plain, {
			params: {
				[constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
				[constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
			},
		}),
		promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION }),
	])
	if (br.length < plain.length) await writeFile(`${path}.br`, br)
	if (gz.length < plain.length) await writeFile(`${path}.gz`, gz)
}
