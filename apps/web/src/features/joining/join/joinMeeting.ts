import { type InputOf, type JoinParameters, joining } from '@parley/api'
import { cleanText, MeetingId } from '@parley/core'
import * as v from 'valibot'
import type { CallApi } from '../../../api/index.ts'
import { type JoinError, type JoinFailure, roomAddressRefused, toJoinError } from './joinErrors.ts'

export interface JoinRequest {
	meetingId: string
	displayName: string
	/** From the screens that ask for one (JOIN-25). */
	password?: string | undefined
	audio: boolean
	video: boolean
	/** The shell asked for this join: a direct join or a short link (OP-055). */
	isFromShell?: boolean | undefined
	/** No tap started it but an address that anybody may have sent, so camera and microphone stay off (ROUTE-21). */
	isAutomatic?: boolean | undefined
	/** The response is no longer awaited, so no room is opened. */
	signal?: AbortSignal | undefined
}

export interface JoinDeps {
	callApi: CallApi
	getLanguage(): string
	/** An app that opens the meeting itself: the shell around the page, or one opened by its URL (JOIN-27, OP-067). */
	app?: {
		checkAuthority(devices: { audio: boolean; video: boolean }): Promise<unknown>
		openMeeting(parameters: JoinParameters): Promise<unknown>
	}
	openRoom(room: RoomAddress): void
	/** The address of this page. */
	page: { origin: string }
	/** A connection to rooms that was opened ahead; the server enters the room with it, without another request (ROOM-89). */
	preparedRoom?: {
		nameInJoin(): string | undefined
		endJoin(ended: { mayHaveEntered: boolean }): void
	}
	/** Called when the server has accepted the join. */
	onJoined(joined: { meetingId: string; topic: string; displayName?: string }): void
}

export type JoinResult =
	| { status: 'joined' }
	/** The app opens the meeting; the page stays as it is. */
	| { status: 'handedOver' }
	| { status: 'refused'; error: JoinError }

/** Asks for admission to a meeting and opens its room (JOIN-23 to JOIN-25). */
export async function joinMeeting(request: JoinRequest, deps: JoinDeps): Promise<JoinResult> {
	const { callApi, app } = deps
	const { meetingId, isFromShell, isAutomatic } = request
	const devices = isAutomatic ? { audio: false, video: false } : { audio: request.audio, video: request.video }
	const displayName = cleanText(request.displayName)
	const input: InputOf<typeof joining.joinFromShell> = {
		meetingId,
		displayName,
		language: deps.getLanguage(),
		...devices,
		...(request.password && { password: request.password }),
	}
	// OP-009: the join screens have their own remedy for 401.
	const options = {
		handles401: true,
		quiet: true,
		// A typed id may be none; the server says so.
		...(v.is(MeetingId, meetingId) && { meetingId }),
		...(request.signal && { signal: request.signal }),
	}
	const roomSocketId = isFromShell || app ? undefined : deps.preparedRoom?.nameInJoin()
	const result = isFromShell
		? await callApi(joining.joinFromShell, input, options)
		: await callApi(
				joining.join,
				{ ...input, action: app ? 'clientJoin' : 'webJoin', ...(roomSocketId !== undefined && { roomSocketId }) },
				options,
			)
	if (!result.ok || request.signal?.aborted) {
		const failure = result.ok ? ({ refusal: 'cancelled' } as const) : result.failure
		if (roomSocketId !== undefined) deps.preparedRoom?.endJoin({ mayHaveEntered: unanswered.has(failure.refusal) })
		return { status: 'refused', error: toJoinError(failure) }
	}

	const { parameters } = result.value
	// `joinFromShell` returns room and topic only among the parameters.
	const { roomUrl, topic } = { ...parameters, ...result.value }
	const joined = { meetingId, topic, ...(!isAutomatic && { displayName }) }
	if (!app) {
		const room = parseRoomUrl(roomUrl, deps.page)
		// The room is opened elsewhere, or not at all.
		if (room?.type !== 'internal' && roomSocketId !== undefined) deps.preparedRoom?.endJoin({ mayHaveEntered: true })
		if (!room) return { status: 'refused', error: roomAddressRefused }
		deps.onJoined(joined)
		deps.openRoom(room)
		return { status: 'joined' }
	}
	deps.onJoined(joined)
	await app.checkAuthority(devices)
	await app.openMeeting(parameters)
	return { status: 'handedOver' }
}

/** The answer was not received, or is none: the server may have accepted the join. */
const unanswered: ReadonlySet<JoinFailure['refusal']> = new Set([
	'offline',
	'timeout',
	'cancelled',
	'broken',
	'unknown',
] as const)

/** The address of a meeting's room. */
export type RoomAddress = { type: 'internal'; meetingId: string; hash: string } | { type: 'external'; url: string }

/**
 * Parses a room URL: a screen of this page, or a page of another site; undefined if it is not a web address. The ticket
 * stays in the fragment, which is not sent to servers.
 */
export function parseRoomUrl(roomUrl: string, page: { origin: string }): RoomAddress | undefined {
	if (!URL.canParse(roomUrl, page.origin)) return undefined
	const url = new URL(roomUrl, page.origin)
	if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
	const [, meetingId] = /^\/room\/(\d+)$/.exec(url.pathname) ?? []
	if (url.origin !== page.origin || meetingId === undefined) return { type: 'external', url: url.href }
	return { type: 'internal', meetingId, hash: url.hash.slice(1) }
}
