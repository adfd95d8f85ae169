import { expect, inboundStreams, startMeetingOfTwo, test } from './fixtures/index.ts'

test('[ROOM-92] a microphone that hears silence sends two or three packets a second instead of fifty', async ({
	browser,
	server,
}) => {
	const { host, member } = await startMeetingOfTwo(browser, server.url, '安静的会议')
	await member.page.evaluate(async () => {
		const { parleyConnections } = globalThis as unknown as { parleyConnections: RTCPeerConnection[] }
		const sender = parleyConnections
			.at(-1)
			?.getSenders()
			.find(({ track }) => track?.kind === 'audio')
		const context = new AudioContext()
		const [tone, volume, silence] = [
			context.createOscillator(),
			context.createGain(),
			context.createMediaStreamDestination(),
		]
		volume.gain.value = 0
		tone.connect(volume).connect(silence)
		tone.start()
		await sender?.replaceTrack(silence.stream.getAudioTracks()[0] ?? null)
	})
	const packetsIn = async (ms: number) => {
		const count = async () =>
			(await inboundStreams(host.page))
				.filter(({ kind }) => kind === 'audio')
				.reduce((sum, { packetsReceived }) => sum + packetsReceived, 0)
		const before = await count()
		await host.page.waitForTimeout(ms)
		return (await count()) - before
	}
	await expect.poll(() => packetsIn(3_000), { timeout: 30_000 }).toBeLessThan(30)
	// It still sends: a participant who starts to talk is heard at once.
	expect(await packetsIn(3_000)).toBeGreaterThan(0)
})
