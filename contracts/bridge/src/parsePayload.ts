import { ok, type Result, refused } from '@parley/core'
import * as v from 'valibot'

/** Reads what came over the bridge: an object, or the same as JSON text, or that text once more encoded (OP-065). */
export function parsePayload<const S extends v.GenericSchema>(
	schema: S,
	raw: unknown,
): Result<v.InferOutput<S>, 'malformed'> {
	const read = v.safeParse(schema, decodeJsonText(decodeJsonText(raw)))
	return read.success ? ok(read.output) : refused('malformed')
}

/** Only what looks like an object or a quoted text is JSON: a scanned `0123` has to stay as it is. */
function decodeJsonText(raw: unknown): unknown {
	if (typeof raw !== 'string' || !/^\s*[{"]/.test(raw)) return raw
	try {
		return JSON.parse(raw)
	} catch {
		return raw
	}
}
