import { type Call, liveDesk as calls } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { type ApiFailure, callApi, type GeneralRefusal, type RefusalTable, valueOfFailure } from '../../../api/index.ts'
import { m } from '../../../locales/index.ts'

/** The reason why an action at the desk failed; undefined if the call was aborted. */
export type DeskError = () => string

const general: Record<GeneralRefusal, DeskError> = {
	missing: () => m.desk_error_missing(),
	forbidden: () => m.desk_error_forbidden(),
	signedOut: () => m.desk_error_signedOut(),
	tooMany: () => m.desk_error_tooMany(),
	invalidInput: () => m.desk_error_failed(),
	staleToken: () => m.desk_error_failed(),
	phoneNeeded: () => m.desk_error_failed(),
	profileNeeded: () => m.desk_error_failed(),
	broken: () => m.desk_error_failed(),
	unknown: () => m.desk_error_failed(),
}
const inDesk = { ...general, closed: () => m.desk_error_closed() }
const toStart = { ...inDesk, over: () => m.desk_error_over(), unavailable: () => m.desk_error_unavailable() }
/** The live or its meeting has ended. */
const toPublish = { ...toStart, over: () => m.desk_error_publish_over() }
const onAir = { ...inDesk, notOnAir: () => m.desk_error_notOnAir() }

const startErrors: RefusalTable<typeof calls.start, DeskError, GeneralRefusal> = toStart
const publishingErrors: RefusalTable<typeof calls.publishing, DeskError, GeneralRefusal> = toPublish
const rotateErrors: RefusalTable<typeof calls.rotateKey, DeskError, GeneralRefusal> = toPublish
const publishMeetingErrors: RefusalTable<typeof calls.publishMeeting, DeskError, GeneralRefusal> = {
	...toPublish,
	unavailable: () => m.desk_meeting_full(),
	noTranscoder: () => m.desk_meeting_unavailable(),
	busy: () => m.desk_meeting_busy(),
	roomEmpty: () => m.desk_meeting_empty(),
}
const stopPublishingErrors: RefusalTable<typeof calls.stopPublishingMeeting, DeskError, GeneralRefusal> = inDesk
const suspendErrors: RefusalTable<typeof calls.suspend, DeskError, GeneralRefusal> = onAir
const endErrors: RefusalTable<typeof calls.end, DeskError, GeneralRefusal> = onAir
const pinErrors: RefusalTable<typeof calls.pin, DeskError, GeneralRefusal> = {
	...inDesk,
	announcementInvalid: () => m.desk_error_announcementInvalid(),
	wordRefused: () => m.desk_error_wordRefused(),
}
const answerErrors: RefusalTable<typeof calls.answer, DeskError, GeneralRefusal> = {
	...inDesk,
	noQuestion: () => m.desk_error_noQuestion(),
	contentInvalid: () => m.desk_error_contentInvalid(),
	wordRefused: () => m.desk_error_wordRefused(),
}
const viewersErrors: RefusalTable<typeof calls.viewers, DeskError, GeneralRefusal> = inDesk

const network: DeskError = () => m.desk_error_network()

const errorOf = <C extends Call>(failure: ApiFailure<C>, errors: RefusalTable<C, DeskError, GeneralRefusal>): string =>
	valueOfFailure(failure, errors, network)()

const options = { quiet: true } as const

/** Actions of the host on the broadcast itself. */
export type Control = 'start' | 'suspend' | 'end'

/** Performs the action; returns the reason of a refusal. */
export async function controlBroadcast(control: Control, meetingId: MeetingId): Promise<string | undefined> {
	if (control === 'start') {
		const started = await callApi(calls.start, { meetingId }, options)
		return started.ok ? undefined : errorOf(started.failure, startErrors)
	}
	if (control === 'suspend') {
		const suspended = await callApi(calls.suspend, { meetingId }, options)
		return suspended.ok ? undefined : errorOf(suspended.failure, suspendErrors)
	}
	const ended = await callApi(calls.end, { meetingId }, options)
	return ended.ok ? undefined : errorOf(ended.failure, endErrors)
}

/** Sends the meeting itself; returns the reason of a refusal. */
export async function publishMeeting(meetingId: MeetingId): Promise<string | undefined> {
	const published = await callApi(calls.publishMeeting, { meetingId }, options)
	return published.ok ? undefined : errorOf(published.failure, publishMeetingErrors)
}

export async function stopPublishingMeeting(meetingId: MeetingId): Promise<string | undefined> {
	const stopped = await callApi(calls.stopPublishingMeeting, { meetingId }, options)
	return stopped.ok ? undefined : errorOf(stopped.failure, stopPublishingErrors)
}

export async function pinAnnouncement(meetingId: MeetingId, announcement: string): Promise<string | undefined> {
	const pinned = await callApi(calls.pin, { meetingId, announcement }, options)
	return pinned.ok ? undefined : errorOf(pinned.failure, pinErrors)
}

/** @param question position of the question among the questions */
export async function answerQuestion(
	meetingId: MeetingId,
	question: number,
	content: string,
): Promise<string | undefined> {
	const answered = await callApi(calls.answer, { meetingId, question, content }, options)
	return answered.ok ? undefined : errorOf(answered.failure, answerErrors)
}

/** Requests the publisher's address and key, with `rotate` a new key; returns the reason of a refusal. */
export async function loadPublishing(meetingId: MeetingId, { rotate }: { rotate: boolean }) {
	if (rotate) {
		const rotated = await callApi(calls.rotateKey, { meetingId }, options)
		return rotated.ok ? rotated.value : errorOf(rotated.failure, rotateErrors)
	}
	const loaded = await callApi(calls.publishing, { meetingId }, options)
	return loaded.ok ? loaded.value : errorOf(loaded.failure, publishingErrors)
}

export const viewersError = (failure: ApiFailure<typeof calls.viewers>): string => errorOf(failure, viewersErrors)
