import { Readable } from 'node:stream'
import { type ChatFileVariant, chatFileVariants, keptFilesPath, participantFilesPath } from '@parley/api'
import { ChatFileId, type MeetingId, type SiteId } from '@parley/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { attachment } from '../../../platform/http/contentDisposition.ts'
import type { ChatFiles, ServedFile } from '../files/files.ts'

interface Params {
	owner: string
	file: string
	variant: string
}

export interface ServeChatFilesDeps {
	files: Pick<ChatFiles, 'readInRoom' | 'readKept'>
	/** Returns the site of a host name; undefined if it has none. */
	findSiteId(host: string): Promise<SiteId | undefined>
	/** Name of the cookie that the calls set. */
	cookie: string
}

const File = v.object({ id: ChatFileId, variant: v.picklist(chatFileVariants) })

/**
 * Serves the pictures and files of chats to those who may read their messages; each request needs the cookie of its path.
 * Whether a file exists is not revealed to others. Nothing but WebP is shown by the browser itself: everything else is saved.
 */
export function serveChatFiles(app: FastifyInstance, { files, findSiteId, cookie }: ServeChatFilesDeps): void {
	type Read = (
		token: string,
		owner: string,
		file: { id: ChatFileId; variant: ChatFileVariant },
		request: FastifyRequest,
	) => Promise<ServedFile | undefined>

	const serve = (path: string, read: Read) =>
		app.get<{ Params: Params }>(`${path}/:file/:variant`, async (request, reply) => {
			// People share devices.
			reply.header('cache-control', 'private, no-store')
			const { owner, file, variant } = request.params
			const parsed = v.safeParse(File, { id: file, variant })
			const token = request.cookies[cookie]
			if (token === undefined || !parsed.success) return reply.code(404).send()
			const found = await read(token, owner, parsed.output, request)
			return found ? send(request, reply, found, parsed.output.variant) : reply.code(404).send()
		})

	serve(participantFilesPath(':owner'), async (token, owner, file, { host }) => {
		const siteId = await findSiteId(host)
		return siteId && (await files.readInRoom(token, owner, siteId, file))
	})
	serve(keptFilesPath(':owner' as MeetingId), (token, owner, file) => files.readKept(token, owner, file))
}

function send(request: FastifyRequest, reply: FastifyReply, file: ServedFile, variant: ChatFileVariant) {
	reply
		.header('content-security-policy', "default-src 'none'; sandbox")
		.header('cross-origin-resource-policy', 'same-origin')
		.header('content-length', file.bytes)
	if (variant === 'download')
		reply
			.type('application/octet-stream')
			.header('content-disposition', attachment(file.name, `file.${file.name.split('.').at(-1)}`))
	else reply.type('image/webp').header('content-disposition', 'inline')
	return reply.send(request.method === 'HEAD' ? undefined : Readable.from(file.parts()))
}
