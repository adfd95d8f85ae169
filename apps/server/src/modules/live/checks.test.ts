import { expect, test } from 'vitest'
import { checkFfmpeg, checkRtmp } from './checks.ts'

const config = (port: number, isReachable = false) => ({
	live: {
		rtmp: { host: isReachable ? '0.0.0.0' : '127.0.0.1', port },
		windowMs: 1,
		origin: undefined,
		ffmpeg: undefined,
	},
	isReachable,
})
const free = { tryListen: async () => undefined, isRunning: async () => false }

test('the RTMP port is reported, even when another program uses it', async () => {
	expect(await checkRtmp(config(1935), free)).toEqual({ found: 'TCP 1935 on 127.0.0.1' })
	expect((await checkRtmp(config(1935, true), free)).found).toContain('not encrypted')
	const taken = { ...free, tryListen: async () => 'EADDRINUSE' }
	expect(await checkRtmp(config(1935), taken)).toMatchObject({ remedy: expect.stringContaining('PARLEY_RTMP_PORT') })
	expect(await checkRtmp(config(1935), { ...taken, isRunning: async () => true })).not.toHaveProperty('remedy')
	const off = {
		live: { rtmp: undefined, windowMs: 1, origin: undefined, ffmpeg: undefined },
		isReachable: false,
	}
	expect(await checkRtmp(off, free)).toEqual({ found: 'no broadcasts over RTMP (PARLEY_RTMP_PORT=off)' })
	const hlsUrl = 'https://live.example.org/hls/{stream}.m3u8'
	const origin = { rtmpUrl: 'rtmp://ingest.example.org/live', hlsUrl, hookSecret: 'a-secret-of-hooks-1' }
	const outside = { ...off, live: { ...off.live, origin } }
	const { found, remedy } = await checkRtmp(outside, free)
	expect([found, remedy]).toEqual(['accepted by rtmp://ingest.example.org/live, which is not encrypted', undefined])
	const plain = { ...outside, live: { ...off.live, origin: { ...origin, hlsUrl: hlsUrl.replace('https', 'http') } } }
	expect((await checkRtmp({ ...plain, isReachable: true }, free)).remedy).toContain('PARLEY_LIVE_ORIGIN_HLS')
})

test('a missing ffmpeg is reported but no problem, unless the setting names one', async () => {
	expect(await checkFfmpeg('off')).toEqual({
		found: 'none (PARLEY_FFMPEG is "off"): broadcasts have one definition, and meetings cannot be broadcast',
	})
	expect(await checkFfmpeg('/nowhere/ffmpeg')).toMatchObject({ remedy: expect.stringContaining('PARLEY_FFMPEG') })
	expect((await checkFfmpeg('/bin/echo')).found).toContain('/bin/echo does not encode with libx264')
})
