import { expect, inboundStreams, startMeetingOfTwo, test } from './fixtures/index.ts'

test('[ROOM-104] a viewer zooms a shared screen by touch, keys and buttons, turns it, and the presenter chooses text or a film', async ({
	browser,
	server,
}) => {
	const { host, member } = await startMeetingOfTwo(browser, server.url, '放大屏幕')
	await member.page.evaluate(() => {
		navigator.mediaDevices.getDisplayMedia = async () => {
			const canvas = document.createElement('canvas')
			Object.assign(canvas, { width: 1_280, height: 720 })
			const context = canvas.getContext('2d')
			setInterval(() => {
				if (!context) return
				context.fillStyle = '#fff'
				context.fillRect(0, 0, 1_280, 720)
				context.fillStyle = '#203080'
				context.font = '48px sans-serif'
				context.fillText(`Harbour plans ${Date.now()}`, 80, 120)
			}, 200)
			const stream = canvas.captureStream(5)
			Object.assign(window, { sharedTrack: stream.getVideoTracks()[0] })
			return stream
		}
	})
	await member.page.keyboard.press('s')
	const contentHint = () =>
		member.page.evaluate(() => (window as unknown as { sharedTrack: MediaStreamTrack }).sharedTrack.contentHint)
	await expect(member.page.getByRole('radio', { name: member.t('room_screen_text') })).toBeChecked()
	expect(await contentHint()).toBe('detail')
	await member.page.getByRole('radio', { name: member.t('room_screen_film') }).check()
	await expect.poll(contentHint).toBe('motion')

	const { page, t } = host
	const refused: string[] = []
	page.on('console', message => {
		if (message.text().includes('Content Security Policy')) refused.push(message.text())
	})
	const screen = page.getByLabel(t('room_screen_of', { name: '李雷' }), { exact: true })
	await expect
		.poll(() => screen.evaluate(video => (video as HTMLVideoElement).videoWidth), { timeout: 30_000 })
		.toBeGreaterThan(0)
	const frame = page.getByRole('group', { name: t('room_screen_zoom_area', { name: '李雷' }) })
	const tools = page.getByRole('toolbar', { name: t('room_screen_zoom') })
	const box = await frame.boundingBox()
	if (!box) throw new Error('the screen is not shown')
	const center = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
	const widthOf = async () => Math.round((await screen.boundingBox())?.width ?? 0)
	const whole = await widthOf()
	await expect(tools).toHaveCount(0)

	// On a busy machine the picture may be paused for a moment.
	await expect(async () => {
		await page.mouse.dblclick(center.x, center.y)
		await expect(tools).toBeVisible({ timeout: 2_000 })
	}).toPass()
	await expect.poll(widthOf).toBeGreaterThan(whole * 2)
	await tools.getByRole('button', { name: t('room_screen_zoom_fit') }).click()
	await expect(tools).toHaveCount(0)
	await expect.poll(widthOf).toBe(whole)

	// Two fingers that move apart.
	const touches = await page.context().newCDPSession(page)
	const fingers = (distance: number) => [
		{ x: center.x - distance, y: center.y, id: 1 },
		{ x: center.x + distance, y: center.y, id: 2 },
	]
	await expect(async () => {
		await touches.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(30) })
		for (const distance of [45, 60, 75, 90])
			await touches.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(distance) })
		await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
		await expect.poll(widthOf, { timeout: 2_000 }).toBeGreaterThan(whole * 1.5)
	}).toPass()
	// Nothing of it is drawn outside of its frame.
	expect(await frame.evaluate(element => getComputedStyle(element).overflow)).toBe('hidden')

	await frame.focus()
	const before = await widthOf()
	await page.keyboard.press('+')
	await expect.poll(widthOf).toBeGreaterThan(before)
	await tools.getByRole('button', { name: t('room_screen_zoom_fit') }).click()
	await expect.poll(widthOf).toBe(whole)

	await page.getByRole('button', { name: t('room_screen_turn') }).click()
	await expect.poll(async () => ((await screen.boundingBox())?.height ?? 0) > box.width).toBe(true)
	expect(refused).toEqual([])
	// It plays on.
	expect(await screen.evaluate(video => (video as HTMLVideoElement).paused)).toBe(false)
})

test('[ROOM-100] a tab is shared with its sound, which ends with it', async ({ browser, server }) => {
	const { host, member } = await startMeetingOfTwo(browser, server.url, '共享声音')
	await member.page.evaluate(() => {
		navigator.mediaDevices.getDisplayMedia = async options => {
			const canvas = document.createElement('canvas')
			const context = canvas.getContext('2d')
			setInterval(() => context?.fillRect(0, 0, 1, 1), 200)
			const audio = new AudioContext()
			const tone = audio.createOscillator()
			const sound = audio.createMediaStreamDestination()
			tone.connect(sound)
			tone.start()
			return new MediaStream([
				...canvas.captureStream(5).getVideoTracks(),
				...(options?.audio ? sound.stream.getAudioTracks() : []),
			])
		}
	})
	/** Sounds that have arrived within the last second. */
	const heard = async () => {
		const before = await inboundStreams(host.page)
		await host.page.waitForTimeout(1_000)
		const energyBefore = new Map(before.map(({ track, totalAudioEnergy }) => [track, totalAudioEnergy]))
		const sounds = (await inboundStreams(host.page)).filter(({ kind }) => kind === 'audio')
		return sounds.filter(({ track, totalAudioEnergy }) => totalAudioEnergy > (energyBefore.get(track) ?? 0)).length
	}
	await member.page.keyboard.press('s')
	await expect(host.page.getByLabel(host.t('room_screen_of', { name: '李雷' }), { exact: true })).toBeVisible()
	await expect.poll(heard, { timeout: 30_000 }).toBe(2)
	await member.page.keyboard.press('s')
	await expect.poll(heard, { timeout: 30_000 }).toBe(1)
})
