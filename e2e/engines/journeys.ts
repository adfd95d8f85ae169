import { messagesOf } from '../fixtures/messages.ts'
import { type EngineWindow, elements, waitForPath } from './engineWindow.ts'

const { button, checkbox, field, link, row, text } = elements
const t = messagesOf('zh')
const demoPassword = 'Parley-2026'

/** Signs in with the form, from the landing page; ends at today's list. */
export async function signIn(window: EngineWindow, url: string, name: string): Promise<void> {
	await window.goto(`${url}/`)
	await window.click(link(t('landing_login')))
	await window.fill(field(t('login_name')), name)
	await window.fill(field(t('login_password')), demoPassword)
	await window.click(checkbox)
	await window.click(button(t('login_submit')))
	await waitForPath(window, /^\/MeetingList$/)
	// Firefox refuses to navigate while the address of the screen is still being replaced.
	await window.see(text(t('meeting_schedule_tile')))
}

/** Joins a meeting by its id, with camera and microphone if they are wanted. */
export async function enterRoom(window: EngineWindow, url: string, id: string, { hasDevices = false } = {}) {
	await window.goto(`${url}/MeetingList/JoinMeeting/${id}/false`)
	if (hasDevices) for (const key of ['joining_microphone', 'joining_camera'] as const) await window.click(row(t(key)))
	await window.click(button(t('joining_submit')))
	await waitForPath(window, new RegExp(`^/room/${id}$`))
}
