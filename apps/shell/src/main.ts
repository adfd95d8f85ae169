import './styles/tokens.css'
import './styles/phone.css'
import './styles/sheet.css'
import './styles/panel.css'
import { createDeeds } from './bridge/deeds.ts'
import { createHost } from './bridge/host.ts'
import { createJournal, type Message } from './bridge/journal.ts'
import { byId } from './element.ts'
import { createPageFrame } from './frame/pageFrame.ts'
import { wireFireForm } from './panel/fireForm.ts'
import { showInbox } from './panel/inbox.ts'
import { showMessages } from './panel/messageList.ts'
import { tieSettings } from './panel/settingsForm.ts'
import { wireWorkplace } from './panel/workplaceForm.ts'
import { showClock } from './phone/clock.ts'
import { codesIn } from './phone/codes.ts'
import { createDesk } from './phone/desk.ts'
import { fitPhone } from './phone/fit.ts'
import { createPhone } from './phone/phone.ts'
import { defaultSettings, readSettings, type Settings, settingsQuery, startPath, versionInfoOf } from './settings.ts'
import { createStore } from './store.ts'

/** For tests and the console: what the panel can do, without the panel. */
export interface SimulatedPhone {
	fire(name: string, data?: unknown): Promise<unknown>
	messages(): readonly Message[]
	settings(): Settings
	set(change: Partial<Settings>): void
}

declare global {
	interface Window {
		simulatedPhone?: SimulatedPhone
	}
}

const query = new URLSearchParams(location.search)
const settings = createStore(readSettings(Object.fromEntries(query), defaultSettings))
const journal = createJournal(Date.now)
const screen = byId('screen', HTMLElement)
const toast = byId('toast', HTMLElement)

let toastTimer = 0
function notify(text: string) {
	toast.textContent = text
	window.clearTimeout(toastTimer)
	toastTimer = window.setTimeout(() => {
		toast.textContent = ''
	}, 3_000)
}

const desk = createDesk((url, init) => fetch(url, init))
const { phone, meeting } = createPhone({
	screen,
	desk,
	codesSeen: () => codesIn(journal.messages.get()),
	back: () => page.back(),
	onMeetingLeft: () => void host.fire('exitMeeting', { type: 'meeting' }),
	notify,
})

const host = createHost({
	journal,
	deeds: createDeeds(phone, settings.get),
	behaviour: settings.get,
	after: (ms, act) => void window.setTimeout(act, ms),
	onRegistered: name => {
		if (name === 'updateVersionInfo') sendVersion()
	},
})

function sendVersion() {
	void host.fire('updateVersionInfo', versionInfoOf(settings.get()))
}

const page = createPageFrame(byId('page', HTMLIFrameElement), settings.get, () => host.enter())

settings.subscribe((now, before) => {
	show(now)
	const isNews = JSON.stringify(versionInfoOf(now)) !== JSON.stringify(versionInfoOf(before))
	if (isNews && host.knows('updateVersionInfo')) sendVersion()
	const text = settingsQuery(now)
	const frame = query.get('frame') === '1' ? 'frame=1' : ''
	history.replaceState(null, '', `?${[frame, text].filter(Boolean).join('&')}`)
})

function show({ platform }: Settings) {
	document.documentElement.dataset.platform = platform
}

function wirePanel() {
	showMessages(journal, {
		list: byId('messages', HTMLElement),
		empty: byId('messages-empty', HTMLElement),
		filter: byId('filter', HTMLFormElement),
		clear: byId('clear', HTMLElement),
		copy: byId('copy', HTMLElement),
		notify,
	})
	wireFireForm(
		{
			form: byId('fire', HTMLFormElement),
			names: byId('fire-name', HTMLSelectElement),
			args: byId('fire-args', HTMLTextAreaElement),
			fault: byId('fire-fault', HTMLElement),
			reset: byId('fire-reset', HTMLElement),
		},
		(name, data) => void host.fire(name, data),
	)
	tieSettings(byId('settings', HTMLFormElement), settings)
	showInbox(desk, {
		section: byId('inbox-section', HTMLElement),
		list: byId('inbox', HTMLElement),
		empty: byId('inbox-empty', HTMLElement),
	})
	wireWorkplace(
		{
			form: byId('workplace', HTMLFormElement),
			subject: byId('workplace-subject', HTMLInputElement),
			fault: byId('workplace-fault', HTMLElement),
		},
		desk,
		(name, data) => void host.fire(name, data),
	)
	wireAddress()
}

const addressLookMs = 500

function wireAddress() {
	const address = byId('address-path', HTMLInputElement)
	byId('address', HTMLFormElement).addEventListener('submit', event => {
		event.preventDefault()
		const path = startPath(address.value, location.origin)
		if (path === undefined) return notify('Only pages of this server can be opened.')
		settings.set({ ...settings.get(), url: path })
		open(path)
		address.blur()
	})
	byId('back', HTMLElement).addEventListener('click', () => page.back())
	byId('reload', HTMLElement).addEventListener('click', () => page.reload())
	window.setInterval(() => {
		if (document.activeElement !== address) address.value = page.path()
	}, addressLookMs)
	address.value = settings.get().url
}

function open(path: string) {
	meeting.close()
	page.go(path)
}

document.documentElement.classList.toggle('phone-only', query.get('frame') === '1')
show(settings.get())
fitPhone(byId('phone', HTMLElement))
showClock(byId('clock', HTMLElement))
if (query.get('frame') !== '1') wirePanel()
open(settings.get().url)

window.simulatedPhone = {
	fire: host.fire,
	messages: journal.messages.get,
	settings: settings.get,
	set: change => settings.set({ ...settings.get(), ...change }),
}
