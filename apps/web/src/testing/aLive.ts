import { live as calls, type LiveData, type LiveInfo } from '@parley/api'
import { MeetingId } from '@parley/core'
import * as v from 'valibot'
import type { StubAnswer } from './stubServer.ts'

export const liveCalls = {
	stream: 'GET /live/getLiveStream',
	views: 'GET /live/getClicks',
	addView: 'PUT /live/modifyClicks',
	status: 'GET /live/getLiveStatus',
	auth: 'POST /live/auth',
} as const

export const someLiveInfo = (changes: Partial<LiveInfo> = {}): LiveInfo => ({
	hasLive: true,
	views: 3,
	startTime: '2026-11-22 10:00:00',
	timeZone: 8,
	topic: 'Town hall',
	introduction: '<p>About us</p>',
	chatRoomId: 'chat',
	askRoomId: 'ask',
	freeTalk: true,
	meetingStatus: 2,
	isStarted: true,
	meetingId: v.parse(MeetingId, '123456789'),
	needsLogin: false,
	needsPassword: false,
	...changes,
})

export const someLiveData = (changes: Partial<LiveData> = {}): LiveData => ({
	status: 1,
	lines: [{ alias: '', hlsPullUrl: '/live/hls/s1', definitions: [] }],
	defaultSuffix: '/master.m3u8',
	token: 't',
	...changes,
})

/** The response of `getLiveStream`. */
export const aLiveStream = (
	info: { [F in keyof LiveInfo]?: LiveInfo[F] | undefined } = {},
	data: LiveData | undefined = someLiveData(),
): Exclude<StubAnswer, 'no-answer'> => ({
	flat: calls.stream.output.encode({ info: someLiveInfo(info as Partial<LiveInfo>), ...(data && { data }) }) as object,
})

/** A server with one live; what is not given it does not say. */
export const liveAnswers = (stream: StubAnswer): Record<string, StubAnswer> => ({
	[liveCalls.stream]: stream,
	[liveCalls.addView]: { data: { clicks: 4 } },
	[liveCalls.views]: { flat: { clicks: 9 } },
	[liveCalls.status]: { data: { liveStatus: 1, meetingStatus: 2 } },
})
