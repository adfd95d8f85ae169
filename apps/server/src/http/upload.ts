import type { FastifyMultipartOptions } from '@fastify/multipart'
import type { Call } from '@parley/api'
import type { FastifyRequest } from 'fastify'

type Upload = NonNullable<Call['upload']>

/** Bytes of a request besides the file: other parts, and their boundaries. */
const besideFileBytes = 16 * 1024

/** One byte more than the file may have, so that a file that is too large can be told from one that just fits. */
export const uploadOptions = ({ maxBytes }: Upload): FastifyMultipartOptions => ({
	throwFileSizeLimit: false,
	limits: {
		fileSize: maxBytes + 1,
		files: 1,
		fields: 8,
		fieldSize: 2_048,
		fieldNameSize: 100,
		parts: 9,
		headerPairs: 50,
	},
})

/** The fields of a request with a file, by name; the file as bytes. */
export async function uploadedFields(
	request: FastifyRequest,
	{ field, maxBytes }: Upload,
): Promise<Record<string, unknown> | 'tooLarge' | 'invalidInput'> {
	// Refused without being read to its end.
	if (Number(request.headers['content-length'] ?? 0) > maxBytes + besideFileBytes) return 'tooLarge'
	const fields: Record<string, unknown> = {}
	try {
		for await (const part of request.parts()) {
			if (part.type === 'field') fields[part.fieldname] = part.value
			else if (part.fieldname !== field) part.file.resume()
			else fields[field] = new Uint8Array(await part.toBuffer())
		}
	} catch (error) {
		// A parser error or a closed connection: either way the upload itself is at fault.
		request.log.debug({ reqId: request.id, err: error }, 'an upload could not be read')
		return 'invalidInput'
	}
	const file = fields[field]
	return file instanceof Uint8Array && file.length > maxBytes ? 'tooLarge' : { ...(request.query as object), ...fields }
}
