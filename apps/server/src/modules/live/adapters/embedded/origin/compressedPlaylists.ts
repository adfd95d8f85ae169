import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'

/** Minimum size in bytes; smaller ones fit into one packet uncompressed. */
const threshold = 1_024
/** Cache size for all streams together; all requests between two parts get the same text. */
const kept = 128

const compress = {
	br: (text: string) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
	gzip: (text: string) => gzipSync(text),
}
type Encoding = keyof typeof compress

export interface EncodedPlaylist {
	/** Missing if it is sent uncompressed. */
	encoding?: Encoding
	body: string | Buffer
}

/** Compresses each text once for all requests: half an hour of segments is 50 kB as text, and 12 kB compressed. */
export class CompressedPlaylists {
	readonly #known: Record<Encoding, LRUCache<string, Buffer>> = {
		br: new LRUCache({ max: kept }),
		gzip: new LRUCache({ max: kept }),
	}

	/** @param accepted the header `accept-encoding` */
	encode(text: string, accepted = ''): EncodedPlaylist {
		const encoding = text.length < threshold ? undefined : encodingOf(accepted)
		if (!encoding) return { body: text }
		const known = this.#known[encoding].get(text)
		const body = known ?? compress[encoding](text)
		if (!known) this.#known[encoding].set(text, body)
		return { encoding, body }
	}
}

/** Prefers Brotli to gzip; uses neither if the client refuses it with `q=0`. */
function encodingOf(accepted: string): Encoding | undefined {
	const names = accepted.split(',').flatMap(each => {
		const [name = '', ...parameters] = each.split(';').map(part => part.trim().toLowerCase())
		return parameters.some(parameter => /^q=0(\.0*)?$/.test(parameter)) ? [] : name
	})
	return (['br', 'gzip'] as const).find(encoding => names.includes(encoding))
}
