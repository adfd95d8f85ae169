import { type Call, type InputOf, live, meeting } from '@parley/api'
import { limits, type MeetingId, meetingQuery } from '@parley/core'
import { roomPaths } from '@parley/room'
import { buildRequest } from '../../api/request.ts'
import type { routeTable } from '../../navigation/routes.ts'

/** A GET which the script in the HTML sends, so that the answer is there when the screen asks for it. */
export interface InitialCall {
	/** Regular expression of the paths of the route, or of its addresses with their query; the first group is the meeting id. */
	pattern: string
	/** Path and query of the request, `$1` being the meeting id. */
	url: string
	/** Sent only where a person is signed in. */
	isMemberOnly: boolean
}

type Path = (typeof routeTable)[number]['path']

const id = '$1' as MeetingId
const firstPage = { type: 1, pageSize: limits.pageSize, page: limits.firstPage }

/** Read by the build only (build/initialHtml.ts). Each has to be exactly what the screen sends first: others are not used. */
export const initialCalls: readonly InitialCall[] = [
	initialCall('/MeetingList', meeting.own, firstPage),
	initialCall('/detail/$meetingId', meeting.detail, { id }),
	initialCall('/Login/ScanJoin/$meetingId', meeting.detail, { id }),
	initialCall('/MeetingList/JoinMeeting/$meetingId/$hasPwd', meeting.detail, { id }),
	initialCall('/publicMeeting', meeting.all, firstPage, ['unauth']),
	// Viewers with a token send it along: the screen requests their live.
	{
		...initialCall('/liveBroadcast', live.stream, { meetingId: id }),
		pattern: String.raw`^/liveBroadcast/?\?(?!.*\btoken=)(?:.*&)?roomId=(\d{9,12})(?:&.*)?$`,
	},
]

/** Screens with a form that joins a meeting: the room is prepared while they are shown (ROOM-81). */
const joinForms: readonly Path[] = [
	'/Login/ScanJoin/$meetingId',
	'/MeetingList/JoinMeeting/$meetingId/$hasPwd',
	'/joinQuickly',
]

/**
 * The connection that the script in the HTML opens for the room, where a person may enter it from this tab or is about to
 * join one.
 */
export const initialSocket = {
	/** Regular expression of the path of the room; the first group is the meeting id. */
	pattern: patternOf('/room/$meetingId'),
	/** Regular expression of the paths of forms that join; one of its groups is the meeting id, if the path has it. */
	formPattern: joinForms.map(patternOf).join('|'),
	/** Path and query of the websocket as Socket.IO opens it, `$1` naming the meeting; another one is not taken over. */
	url: `${roomPaths.socket}/?$1EIO=4&transport=websocket`,
	/** Parameter that names the meeting. */
	meetingQuery,
}
export type InitialSocketRoute = typeof initialSocket

function initialCall<C extends Call>(path: Path, call: C, input: InputOf<C>, flags: string[] = []): InitialCall {
	const sender = { baseUrl: '', csrfToken: undefined, companyId: undefined, accessToken: undefined, language: '' }
	const { url } = buildRequest(call, input, sender, flags)
	return {
		pattern: patternOf(path),
		url: url.replace('%24', '$'),
		isMemberOnly: call.who === 'member',
	}
}

function patternOf(path: Path): string {
	return `^${path.replace('$meetingId', String.raw`(\d{9,12})`).replace(/\$\w+/g, '[^/]+')}/?$`
}
