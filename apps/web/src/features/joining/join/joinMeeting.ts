import { type InputOf, type JoinParameters, joining } from '@parley/api'
import { cleanText } from '@parley/core'
import type { CallApi } from '../../../api/index.ts'
import { type JoinError, toJoinError } from './joinErrors.ts'

/** What somebody knocks with. */
export interface JoinRequest {
	meetingId: string
	displayName: string
	/** Sent from the screens that ask for one (JOIN-25). */
	password?: string | undefined
	audio: boolean
	video: boolean
	/** The phone asked for this join, by a direct join or a short link (OP-055). */
	isFromShell?: boolean | undefined
	/** Nobody here asked for it: the page goes on at the word of an address anybody may have sent (ROUTE-21). */
	isAutomatic?: boolean | undefined
}

/** What entering touches. */
export interface JoinDeps {
	callApi: CallApi
	getLanguage(): string
	/** An app that opens the meeting itself: the phone around the page, or one reached by a link (JOIN-27, OP-067). */
	app?: {
		checkAuthority(devices: { audio: boolean; video: boolean }): Promise<unknown>
		openMeeting(parameters: JoinParameters): Promise<unknown>
	}
	openRoom(roomUrl: string): void
	/** Called once the meeting let somebody in. */
	onJoined(joined: { meetingId: string; topic: string; displayName?: string }): void
}

export type JoinResult =
	| { at: 'inside' }
	/** The app has it now; the page stays as it is, to be come back to. */
	| { at: 'handed-over' }
	| { at: 'turned-away'; why: JoinError }

/** Knocks, and walks in where the meeting opens (JOIN-23 to JOIN-25). */
export async function joinMeeting(request: JoinRequest, deps: JoinDeps): Promise<JoinResult> {
	const { callApi, app } = deps
	const knock = request.isAutomatic ? { ...request, audio: false, video: false } : request
	const displayName = cleanText(knock.displayName)
	const body = createJoinInput(knock, displayName, deps)
	// OP-009: what a refused session means here is for this screen to say.
	const own = { handles401: true, quiet: true }
	const answer = knock.isFromShell
		? await callApi(joining.joinFromShell, body, own)
		: await callApi(joining.join, { ...body, action: app ? 'clientJoin' : 'webJoin' }, own)
	if (!answer.ok) return { at: 'turned-away', why: toJoinError(answer.failure) }

	const { parameters } = answer.value
	const { roomUrl, topic } = { ...parameters, ...answer.value }
	deps.onJoined({ meetingId: knock.meetingId, topic, ...(!knock.isAutomatic && { displayName }) })
	if (!app) {
		deps.openRoom(roomUrl)
		return { at: 'inside' }
	}
	await app.checkAuthority({ audio: knock.audio, video: knock.video })
	await app.openMeeting(parameters)
	return { at: 'handed-over' }
}

function createJoinInput(
	knock: JoinRequest,
	displayName: string,
	{ getLanguage }: JoinDeps,
): InputOf<typeof joining.joinFromShell> {
	return {
		meetingId: knock.meetingId,
		displayName,
		language: getLanguage(),
		audio: knock.audio,
		video: knock.video,
		...(knock.password && { password: knock.password }),
	}
}

/** A room of this site is a screen of this page; the ticket stays in the fragment, where no server log sees it. */
export function parseRoomUrl(
	roomUrl: string,
	page: { origin: string },
): { at: 'here'; meetingId: string; hash: string } | { at: 'elsewhere'; url: string } | undefined {
	if (!URL.canParse(roomUrl, page.origin)) return undefined
	const url = new URL(roomUrl, page.origin)
	if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
	const [, meetingId] = /^\/room\/(\d+)$/.exec(url.pathname) ?? []
	if (url.origin !== page.origin || meetingId === undefined) return { at: 'elsewhere', url: url.href }
	return { at: 'here', meetingId, hash: url.hash.slice(1) }
}
