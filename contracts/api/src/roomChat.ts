import { bytesOfMb, ChatFile, ChatFileId, chatFileLimits, MeetingId } from '@parley/core'
import * as v from 'valibot'
import { call } from './call.ts'
import { array, empty, field, flag, integer, optional, sameOnWire, shape, text } from './codec.ts'

/** A message to everyone in a meeting. */
export const KeptMessage = shape({
	/** Unique among the messages of the meeting. */
	id: field('id', v.string()),
	/** The name its author had in the room. */
	name: field('name', v.string()),
	/** Empty for a picture or file. */
	text: field('text', v.string()),
	file: optional('file', sameOnWire(ChatFile)),
	/** In ms since 1970. */
	at: field('time', integer),
})
export type KeptMessage = ReturnType<typeof KeptMessage.decode>

/** Variants in which a file is served below its path: `picture` and `thumbnail` of pictures only; `download` is for saving. */
export const chatFileVariants = ['picture', 'thumbnail', 'download'] as const
export type ChatFileVariant = (typeof chatFileVariants)[number]

/** The files of a chat, for one participant of the meeting while they are in its room; needs the cookie of `openFiles`. */
export const participantFilesPath = (participantId: string): string => `/meeting/participants/${participantId}/files`
/** The files that are kept with a meeting, for members who were there; needs the cookie of `messages`. */
export const keptFilesPath = (meetingId: MeetingId): string => `/meeting/meetings/${meetingId}/chat/files`

/** The token of the chat of a participant, which the room issues to those in it. */
const filesToken = field('token', text(1_024))
const fileId = field('id', ChatFileId)

/** Reasons for which the server takes no file from this participant, at any point of an upload. */
const accessRefusals = {
	/** They are not in the room, or no longer. */
	absent: { http: 404, code: 40431 },
	/** The site takes no files. */
	offBySite: { http: 409, code: 40931 },
	/** The host has turned off files, or the chat, for this person. */
	offByHost: { http: 409, code: 40932 },
}

/** Parts of as many of the largest files as one person sends in a minute. */
const partsPerMinute = chatFileLimits.perMinute * (bytesOfMb(chatFileLimits.maxMb) / chatFileLimits.partBytes)

export const roomChat = {
	openFiles: call({
		route: 'POST /meeting/chat/files/open',
		summary:
			'Lets this browser load the pictures and files of a chat, by a cookie of their path, while the participant of the token is in the room.',
		who: 'anyone',
		urlFlags: ['unauth'],
		input: shape({ token: filesToken }),
		output: shape({ path: field('path', v.string()) }),
		refusals: { absent: accessRefusals.absent },
	}),
	startFile: call({
		route: 'POST /meeting/chat/files',
		summary:
			'Announces a picture or file, and answers the id with which its parts are sent. An unfinished one of the same participant is discarded.',
		who: 'anyone',
		urlFlags: ['unauth'],
		input: shape({
			token: filesToken,
			/** `everyone`, or the id of the other person in messaging. */
			to: field('to', text(64)),
			name: field('name', text(512)),
			bytes: field('bytes', integer),
		}),
		output: shape({ id: fileId }),
		refusals: {
			...accessRefusals,
			/** The other person is not in the room. */
			receiverAbsent: { http: 404, code: 40432 },
			/** Its name has none of the extensions that a chat takes. */
			extensionInvalid: { http: 422, code: 42231 },
			isEmpty: { http: 422, code: 42232 },
			tooLarge: { http: 413, code: 413 },
			/** This person has sent as many as one may in a minute. */
			tooOften: { http: 429, code: 42931 },
			/** The chat has as many bytes of files as it may, or the disk is full. */
			full: { http: 507, code: 507 },
		},
	}),
	sendFilePart: call({
		route: 'POST /meeting/chat/files/parts',
		summary: `Takes the next part of a file: ${chatFileLimits.partBytes} bytes, or what remains. A part that was taken already is answered again.`,
		who: 'anyone',
		urlFlags: ['unauth'],
		upload: { field: 'part', maxBytes: chatFileLimits.partBytes },
		rateLimit: { times: partsPerMinute, perS: 60, crowd: 1 },
		input: shape({
			token: filesToken,
			id: fileId,
			/** From 0. */
			index: field('index', integer),
			part: field('part', v.instance(Uint8Array)),
		}),
		output: empty,
		refusals: {
			...accessRefusals,
			/** No such file is being sent by this participant: it has to be announced again. */
			unknownFile: { http: 404, code: 40433 },
			/** Another part comes next, or this one has another size. */
			partInvalid: { http: 422, code: 42233 },
		},
	}),
	finishFile: call({
		route: 'POST /meeting/chat/files/finish',
		summary:
			'Checks a file whose parts are complete; its message can then be written. Pictures are encoded again. A file that was finished already is answered again.',
		who: 'anyone',
		urlFlags: ['unauth'],
		input: shape({ token: filesToken, id: fileId }),
		output: sameOnWire(ChatFile),
		refusals: {
			...accessRefusals,
			unknownFile: { http: 404, code: 40433 },
			/** Many files are being checked: the file stays, and the call may be repeated after Retry-After. */
			busy: { http: 503, code: 50331 },
			/** The content is of another kind than its name says. */
			contentInvalid: { http: 422, code: 42234 },
			/** More pixels than `pictureMaxPixels`. */
			dimensionsInvalid: { http: 422, code: 42216 },
			/** A picture that ends too early, or is damaged. */
			unreadable: { http: 422, code: 42217 },
		},
	}),
	messages: call({
		route: 'GET /meeting/meetings/:id/chat',
		summary:
			'The newest messages that were written to everyone in a meeting, oldest first, for members who were there; nothing for others. Private messages are not among them. A cookie lets this browser load their pictures and files for twelve hours.',
		who: 'member',
		rateLimit: { times: 60, perS: 60 },
		input: shape({ id: field('id', MeetingId) }),
		output: shape({
			messages: field('data', array(KeptMessage)),
			/** There were earlier ones. */
			isCut: field('is_cut', flag),
		}),
		refusals: {},
	}),
}
