import { expect, openPhone, setSwitch, startMeetingOfTwo, test, waitUntilSeesAndHears } from './fixtures/index.ts'

test('[ROOM-97] [ROOM-98] a member raises a hand by key, the host sees its place and lowers it, and keys can be switched off', async ({
	browser,
	server,
}) => {
	const { host, member } = await startMeetingOfTwo(browser, server.url, '举手发言')
	/** The mark of a raised hand on the tiles that a person sees. */
	const place = ({ page, t }: typeof host, n: number) =>
		page
			.getByRole('list', { name: t('room_people'), exact: true })
			.getByRole('img', { name: t('room_hand_place', { place: n }) })
	await member.page.keyboard.press('h')
	await expect(place(host, 1)).toBeVisible()
	await expect(host.page.getByText(host.t('room_notice_hand', { name: '李雷' })).first()).toBeVisible()
	await host.page.keyboard.press('h')
	await expect(place(member, 2)).toBeVisible()

	// Its place is kept over a reload.
	await member.page.reload()
	await expect(place(host, 1)).toBeVisible()
	await expect(place(member, 1)).toBeVisible()

	await host.page.keyboard.press('p')
	await host.page.getByRole('button', { name: host.t('room_hand_lower_of', { name: '李雷' }) }).click()
	await expect(place(member, 1)).toHaveCount(1)
	await expect(place(member, 2)).toHaveCount(0)
	await host.page.getByRole('button', { name: host.t('room_hand_lower'), exact: true }).click()
	await expect(host.page.getByRole('button', { name: host.t('room_hand_raise'), exact: true })).toBeVisible()
	await expect(place(member, 1)).toHaveCount(0)
	await host.page.keyboard.press('Escape')

	const microphone = member.page.getByRole('switch', { name: member.t('room_microphone') })
	await expect(microphone).toBeChecked()
	await member.page.keyboard.press('m')
	await expect(microphone).not.toBeChecked()
	await member.page.keyboard.down(' ')
	await expect(microphone).toBeChecked()
	await member.page.keyboard.up(' ')
	await expect(microphone).not.toBeChecked()

	await member.page.keyboard.press('?')
	const keys = member.page.getByRole('dialog', { name: member.t('room_keys_title') })
	await keys.getByRole('switch', { name: member.t('room_keys_use') }).uncheck()
	await member.page.keyboard.press('m')
	await keys.getByRole('button', { name: member.t('room_keys_close') }).click()
	await expect(keys).toHaveCount(0)
	await member.page.keyboard.press('m')
	await member.page.waitForTimeout(500)
	await expect(microphone).not.toBeChecked()
})

test('[ROOM-70] [ROOM-95] [ROOM-99] [ROOM-101] of three, the tiles are inside the stage, keep their places, and who speaks is large in the speaker view', async ({
	browser,
	server,
}) => {
	const { host, member, id } = await startMeetingOfTwo(browser, server.url, '三人会议')
	const guest = await openPhone(browser, server.url)
	await guest.page.goto(`/MeetingList/JoinMeeting/${id}/false`)
	await guest.page.getByLabel(guest.t('joining_name'), { exact: true }).fill('Ann')
	await guest.page.getByRole('button', { name: guest.t('joining_submit'), exact: true }).click()
	await expect(host.page.locator('[data-person]')).toHaveCount(3)
	const tiles = () =>
		host.page.locator('[data-person]').evaluateAll(items => {
			const stage = items[0]?.parentElement?.getBoundingClientRect()
			return items.map(item => {
				const { left, top, right, bottom, width, height } = item.getBoundingClientRect()
				return {
					name: item.textContent,
					area: Math.round(width * height),
					isInside:
						stage !== undefined &&
						left >= stage.left - 1 &&
						top >= stage.top - 1 &&
						right <= stage.right + 1 &&
						bottom <= stage.bottom + 1,
				}
			})
		})
	const isOf = (name: string) => (tile: { name: string | null }) => tile.name?.includes(name) ?? false
	await expect.poll(async () => (await tiles()).every(({ isInside, area }) => isInside && area > 0)).toBe(true)
	expect((await tiles()).map(isOf('李雷'))).toEqual([true, false, false])

	// The microphone of the member beeps; the guest has none.
	await host.page.keyboard.press('l')
	const largest = async () => (await tiles()).toSorted((a, b) => b.area - a.area)[0]
	await expect.poll(async () => isOf('李雷')((await largest()) ?? { name: '' })).toBe(true)
	await expect.poll(async () => (await tiles()).every(({ isInside, area }) => isInside && area > 0)).toBe(true)
	await host.page.reload()
	await expect.poll(async () => new Set((await tiles()).map(({ area }) => area)).size).toBe(2)
	await host.page.getByRole('button', { name: host.t('room_layout_speaker') }).click()
	await expect.poll(async () => new Set((await tiles()).map(({ area }) => area)).size).toBe(1)

	// The guest is pinned, who has no microphone, and is large although the member speaks.
	await host.page.getByRole('button', { name: host.t('room_pin', { name: 'Ann' }) }).click()
	await expect.poll(async () => isOf('Ann')((await largest()) ?? { name: '' })).toBe(true)
	await host.page.waitForTimeout(2_500)
	expect(isOf('Ann')((await largest()) ?? { name: '' })).toBe(true)
	await host.page.getByRole('button', { name: host.t('room_pin', { name: 'Ann' }), pressed: true }).click()
	await expect.poll(async () => new Set((await tiles()).map(({ area }) => area)).size).toBe(1)

	await member.page.getByRole('button', { name: member.t('room_leave'), exact: true }).click()
	await expect(host.page.locator('[data-person]')).toHaveCount(2)
	await expect.poll(async () => (await tiles()).map(isOf('Ann'))).toEqual([true, false])
})

test('[ROOM-100] a member shares a screen, the host sees all of it and ends it, and may keep others from sharing', async ({
	browser,
	server,
}) => {
	const { host, member } = await startMeetingOfTwo(browser, server.url, '共享屏幕')
	await member.page.evaluate(() => {
		navigator.mediaDevices.getDisplayMedia = async () => {
			const canvas = document.createElement('canvas')
			Object.assign(canvas, { width: 1_280, height: 720 })
			const context = canvas.getContext('2d')
			let frame = 0
			setInterval(() => {
				if (!context) return
				context.fillStyle = frame++ % 2 === 0 ? '#203080' : '#208030'
				context.fillRect(0, 0, 1_280, 720)
			}, 200)
			return canvas.captureStream(5)
		}
	})
	await member.page.keyboard.press('s')
	await expect(member.page.getByText(member.t('room_screen_own'))).toBeVisible()
	const screen = host.page.getByLabel(host.t('room_screen_of', { name: '李雷' }), { exact: true })
	await expect
		.poll(() => screen.evaluate(video => (video as HTMLVideoElement).videoWidth), { timeout: 30_000 })
		.toBe(1_280)
	const ratioOf = () => screen.evaluate(video => getComputedStyle(video).objectFit)
	expect(await ratioOf()).toBe('contain')
	// The cameras go on.
	await waitUntilSeesAndHears(member.page, 1)

	await host.page.getByRole('button', { name: host.t('room_screen_stop_presenter') }).click()
	await expect(screen).toHaveCount(0)
	await expect(member.page.getByText(member.t('room_notice_screen_stopped')).first()).toBeVisible()
	await expect(member.page.getByText(member.t('room_screen_own'))).toHaveCount(0)

	const mayShare = async (isOn: boolean) => {
		await host.page.getByRole('button', { name: host.t('room_more'), exact: true }).click()
		await host.page.getByRole('button', { name: host.t('room_host_controls') }).click()
		await setSwitch(host.page.getByRole('switch', { name: host.t('room_may_share') }), isOn)
		await host.page.keyboard.press('Escape')
		await expect(host.page.getByRole('dialog')).toHaveCount(0)
	}
	await mayShare(false)
	await member.page.keyboard.press('s')
	await expect(member.page.getByText(member.t('room_screen_not_allowed')).first()).toBeVisible()

	await mayShare(true)
	await member.page.keyboard.press('s')
	await expect(screen).toBeVisible()
	await member.page.reload()
	await expect(screen).toHaveCount(0)
})
