import type { FastifyMultipartOptions } from '@fastify/multipart'
import type { Call } from '@parley/api'
import type { FastifyRequest } from 'fastify'

type Upload = NonNullable<Call['upload']>

/** What is beside the file in a request: other parts, and their boundaries. */
const besideFileBytes = 16 * 1024

/** One byte more than the file may have, so that one that is too large is told from one that just fits. */
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
	// Not read to its end before it is refused.
	if (Number(request.headers['content-length'] ?? 0) > maxBytes + besideFileBytes) return 'tooLarge'
	const fields: Record<string, unknown> = {}
	try {
		for await (const part of request.parts()) {
			if (part.type === 'field') fields[part.fieldname] = part.value
			else if (part.fieldname !== field) part.file.resume()
			else fields[field] = new Uint8Array(await part.toBuffer())
		}
	} catch (error) {
		// Of the parser, or of a connection that was closed: in either case it is what was sent.
		request.log.debug({ reqId: request.id, err: error }, 'an upload could not be read')
		return 'invalidInput'
	}
	const file = fields[field]
	return file instanceof Uint8Array && file.length > maxBytes ? 'tooLarge' : { ...(request.query as object), ...fields }
}
