import type { LiveData, LiveInfo } from '@parley/api'
import { expect, test } from 'vitest'
import { someLiveData, someLiveInfo } from '../../../testing/aLive.ts'
import { hasStoppedWaiting, liveViewOf, probeAddress, statusCheckOf, streamAddress } from './liveView.ts'

const guest = { isSignedIn: false }
const member = { isSignedIn: true }

test('[LIVE-09, LIVE-20] a meeting without a live shows none', () => {
	expect(liveViewOf({ info: someLiveInfo({ hasLive: false }) }, guest)).toEqual({ status: 'noLive' })
})

test('[LIVE-17, LIVE-21] status 9 means ended, also while it is watched', () => {
	expect(liveViewOf({ info: someLiveInfo({ meetingStatus: 9 }), data: someLiveData() }, guest).status).toBe('over')
	expect(liveViewOf({ info: someLiveInfo({ meetingStatus: 9, needsPassword: true }) }, guest).status).toBe('over')
})

test('a recording is available once the live has ended', () => {
	const view = liveViewOf(
		{ info: someLiveInfo({ meetingStatus: 9 }), data: someLiveData({ recordingSuffix: '/recording.m3u8' }) },
		guest,
	)
	expect(view).toMatchObject({ status: 'over', recording: '/live/hls/s1/recording.m3u8' })
})

test('[LIVE-18, LIVE-19] a recording, too, requires the sign-in or the password', () => {
	const view = (changes: Partial<LiveInfo>, data?: LiveData) =>
		liveViewOf({ info: someLiveInfo({ meetingStatus: 9, isRecorded: true, ...changes }), data }, guest)
	expect(view({ needsPassword: true })).toEqual({ status: 'left', exit: 'verify' })
	expect(view({ needsLogin: true })).toEqual({ status: 'left', exit: 'signIn' })
	expect(view({ needsPassword: true }, someLiveData({ recordingSuffix: '/recording.m3u8' }))).toMatchObject({
		status: 'over',
		recording: '/live/hls/s1/recording.m3u8',
	})
})

test('[LIVE-18, LIVE-19] a viewer without access signs in first, then enters the password', () => {
	const exit = (changes: Partial<LiveInfo>, person: typeof guest) => liveViewOf({ info: someLiveInfo(changes) }, person)
	expect(exit({ needsPassword: true }, guest)).toEqual({ status: 'left', exit: 'verify' })
	expect(exit({ needsLogin: true }, guest)).toEqual({ status: 'left', exit: 'signIn' })
	expect(exit({ needsLogin: true, needsPassword: true }, guest)).toEqual({ status: 'left', exit: 'signIn' })
	expect(exit({ needsLogin: true, needsPassword: true }, member)).toEqual({ status: 'left', exit: 'verify' })
})

test('[LIVE-22, LIVE-24, LIVE-25, LIVE-27] not started, no picture yet, suspended, on air', () => {
	const status = (info: Partial<LiveInfo>, data?: LiveData) =>
		liveViewOf({ info: someLiveInfo(info), data }, guest).status
	expect(status({ isStarted: false }, someLiveData({ status: -1 }))).toBe('notStarted')
	expect(status({}, undefined)).toBe('notStarted')
	expect(status({}, someLiveData({ status: -1 }))).toBe('waiting')
	expect(status({}, someLiveData({ status: 0 }))).toBe('suspended')
	expect(status({}, someLiveData({ status: 1 }))).toBe('onAir')
	expect(status({}, someLiveData({ status: 5 }))).toBe('onAir')
})

test('[LIVE-33, LIVE-34, LIVE-35, LIVE-36] the status after stalls decides what is shown', () => {
	expect(statusCheckOf({ status: 0, meetingStatus: 2 })).toBe('suspended')
	expect(statusCheckOf({ status: 0, meetingStatus: 9 })).toBe('over')
	expect(statusCheckOf({ status: 1, meetingStatus: 2 })).toBe('networkError')
	// The publisher is away, such as while another server takes the streams over.
	expect(statusCheckOf({ status: -1, meetingStatus: 2 })).toBe('networkError')
	expect(statusCheckOf({ status: -1, meetingStatus: 9 })).toBe('over')
	expect(statusCheckOf({ refusal: 'missing' })).toBe('over')
	expect(statusCheckOf({ refusal: 'offline' })).toBe('networkError')
})

test('[LIVE-26] a picture, a pause or the end stop the wait for a picture', () => {
	expect(hasStoppedWaiting({ status: -1, meetingStatus: 2 })).toBe(false)
	expect(hasStoppedWaiting({ status: 0, meetingStatus: 2 })).toBe(true)
	expect(hasStoppedWaiting({ status: 1, meetingStatus: 2 })).toBe(true)
	expect(hasStoppedWaiting({ status: -1, meetingStatus: 9 })).toBe(true)
	expect(hasStoppedWaiting({ refusal: 'missing' })).toBe(true)
	expect(hasStoppedWaiting({ refusal: 'offline' })).toBe(false)
})

test('[LIVE-26] the stream address is checked with unauth, and on another host played with the token of the viewer', () => {
	expect(probeAddress(someLiveData())).toBe('/live/hls/s1/master.m3u8?unauth')
	const outside = [{ alias: '', hlsPullUrl: 'https://cdn.example/x', definitions: [] }]
	expect(probeAddress(someLiveData({ lines: outside, defaultSuffix: '.m3u8?a=1' }))).toBe(
		'https://cdn.example/x.m3u8?a=1&unauth',
	)
	expect(probeAddress(someLiveData({ lines: [] }))).toBeUndefined()
	expect(streamAddress('/live/hls/s1', '/sd/index.m3u8', 'a b')).toBe('/live/hls/s1/sd/index.m3u8')
	expect(streamAddress('https://cdn.example/x', '.m3u8?k=1', 't')).toBe('https://cdn.example/x.m3u8?k=1&token=t')
	expect(streamAddress('//cdn.example/x', '.m3u8', 'a b')).toBe('//cdn.example/x.m3u8?token=a%20b')
	expect(streamAddress('https://cdn.example/x', '.m3u8', '')).toBe('https://cdn.example/x.m3u8')
})
