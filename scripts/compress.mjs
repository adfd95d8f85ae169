import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const text = /\.(?:js|mjs|css|svg|json|webmanifest|txt|wasm|map)$/
/** Below this a compressed answer saves no packet. */
const smallestBytes = 860

/** Writes `.br` and `.gz` beside every text file, so that the server only picks. Pages are rendered, so HTML is not. */
export async function compressFolder(folder) {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true })
	const files = entries
		.filter(entry => entry.isFile() && text.test(entry.name) && !entry.parentPath.includes('.vite'))
		.map(entry => join(entry.parentPath, entry.name))
	// zlib works in threads of its own; they share the cores by themselves.
	await Promise.all(files.map(compressFile))
}

async function compressFile(path) {
	const plain = await readFile(path)
	if (plain.length < smallestBytes) return
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
