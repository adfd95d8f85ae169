import * as v from 'valibot'

/** Limits of pictures and files in the chat of a meeting (ROOM-221). */
export const chatFileLimits = {
	/** Largest file that a site can allow, and the limit of a site that sets none; in MiB. */
	maxMb: 50,
	defaultMb: 20,
	/** A file is uploaded in parts of this size, so that each of them arrives in time on a weak line. */
	partBytes: 512 * 1024,
	/** Characters of a name, with its extension. */
	nameMax: 100,
	/** Files that one person sends in a minute. */
	perMinute: 10,
	/** All files of the chat of one meeting together. */
	maxBytesPerMeeting: 1024 ** 3,
} as const

export const bytesOfMb = (mb: number): number => mb * 1024 ** 2

export const ChatFileId = v.pipe(v.string(), v.regex(/^file_[\w-]{16}$/), v.brand('ChatFileId'))
export type ChatFileId = v.InferOutput<typeof ChatFileId>

const dimension = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

/** A picture or file of a message; a picture has its size in pixels. */
export const ChatFile = v.object({
	id: ChatFileId,
	name: v.string(),
	bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
	picture: v.exactOptional(v.object({ width: dimension, height: dimension })),
})
export type ChatFile = v.InferOutput<typeof ChatFile>

/** Extensions of names of pictures. They are shown in the chat; what another extension has is downloaded. */
export const pictureExtensions = ['jpg', 'jpeg', 'png', 'webp', 'gif'] as const
/** Extensions of names of files that a chat takes. Programs, scripts, and documents with macros or markup are not among them. */
export const fileExtensions = [
	...['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'wps', 'et', 'dps', 'odt', 'ods', 'odp', 'rtf'],
	...['txt', 'csv', 'md'],
	...['zip', 'rar', '7z'],
	...['mp3', 'm4a', 'wav', 'mp4', 'mov'],
] as const
export type PictureExtension = (typeof pictureExtensions)[number]
export type FileExtension = (typeof fileExtensions)[number]

/** Returns the extension of a name in lower case, without its dot; undefined if a chat does not take such files. */
export function chatFileExtension(name: string): PictureExtension | FileExtension | undefined {
	const extension = /\.(\w+)\s*$/.exec(name)?.[1]?.toLowerCase()
	return [...pictureExtensions, ...fileExtensions].find(known => known === extension)
}

export const isPictureExtension = (extension: PictureExtension | FileExtension): extension is PictureExtension =>
	(pictureExtensions as readonly string[]).includes(extension)
