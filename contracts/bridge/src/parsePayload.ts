import { ok, type Result, refused } from '@parley/core'
import * as v from 'valibot'

/** Parses data of the bridge: an object, its JSON text, or that text JSON-encoded once more (OP-065). */
export function parsePayload<const S extends v.GenericSchema>(
	schema: S,
	raw: unknown,
): Result<v.InferOutput<S>, 'malformed'> {
	const read = v.safeParse(schema, decodeJsonText(decodeJsonText(raw)))
	return read.success ? ok(read.output) : refused('malformed')
}

/** Decodes only what looks like an object or a quoted string: a scanned `0123` stays as it is. */
function decodeJsonText(raw: unknown): unknown {
	if (typeof raw !== 'string' || !/^\s*[{"]/.test(raw)) return raw
	try {
		return JSON.parse(raw)
	} catch {
		return raw
	}
}
