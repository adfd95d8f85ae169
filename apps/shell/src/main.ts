import '@parley/design/base.css'
import './styles/controls.css'
import './styles/phone.css'
import './styles/sheet.css'
import './styles/panel.css'
import { createShellHandlers } from './bridge/handlers.ts'
import { type BridgeHost, createBridgeHost } from './bridge/host.ts'
import { createMessageLog, type Message } from './bridge/messageLog.ts'
import { byId } from './element.ts'
import { connectDocument, createPageFrame } from './frame/pageFrame.ts'
import { bindFireForm } from './panel/fireForm.ts'
import { showInbox } from './panel/inbox.ts'
import { bindMessageList } from './panel/messageList.ts'
import { bindSettingsForm } from './panel/settingsForm.ts'
import { bindWorkplaceForm } from './panel/workplaceForm.ts'
import { startClock } from './phone/clock.ts'
import { findScannableCodes } from './phone/codes.ts'
import { createDemoServer } from './phone/demoServer.ts'
import { fitPhone } from './phone/fitPhone.ts'
import { createPhone } from './phone/phone.ts'
import {
	defaultSettings,
	formatSettingsQuery,
	getVersionInfo,
	parseSettings,
	parseStartPath,
	type Settings,
} from './settings.ts'
import { createStore } from './store.ts'

/** Controls the simulated phone without the panel, for tests and the console. */
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
const settings = createStore(parseSettings(Object.fromEntries(query), defaultSettings))
const messageLog = createMessageLog(Date.now)
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

const demoServer = createDemoServer((url, init) => fetch(url, init))
const { phone, meeting } = createPhone({
	screen,
	demoServer,
	getScannableCodes: () => findScannableCodes(messageLog.messages.get()),
	back: () => page.back(),
	onRoomDocument: window => connectDocument(window, settings.get(), () => roomHost.connectPage()),
	onScreenShareEnded: () => void roomHost.fire('screenShareEnded'),
	onMeetingLeft: () => void host.fire('exitMeeting', { type: 'meeting' }),
	notify,
})

/** The page and the room are in two web views, of which each has a bridge of its own. */
const newHost = () => {
	const host = createBridgeHost({
		messageLog,
		handlers: createShellHandlers(phone, settings.get),
		behaviour: settings.get,
		after: (ms, act) => void window.setTimeout(act, ms),
		onRegistered: name => {
			if (name === 'updateVersionInfo') sendVersion(host)
		},
	})
	return host
}
const host = newHost()
const roomHost = newHost()

function sendVersion(to: BridgeHost) {
	void to.fire('updateVersionInfo', getVersionInfo(settings.get()))
}

const page = createPageFrame(byId('page', HTMLIFrameElement), settings.get, () => host.connectPage())

settings.subscribe((now, before) => {
	show(now)
	const isVersionInfoChanged = JSON.stringify(getVersionInfo(now)) !== JSON.stringify(getVersionInfo(before))
	for (const to of [host, roomHost]) if (isVersionInfoChanged && to.hasPageHandler('updateVersionInfo')) sendVersion(to)
	const text = formatSettingsQuery(now)
	const frame = query.get('frame') === '1' ? 'frame=1' : ''
	history.replaceState(null, '', `?${[frame, text].filter(Boolean).join('&')}`)
})

function show({ platform }: Settings) {
	document.documentElement.dataset.platform = platform
}

function bindPanel() {
	bindMessageList(messageLog, {
		list: byId('messages', HTMLElement),
		empty: byId('messages-empty', HTMLElement),
		filter: byId('filter', HTMLFormElement),
		clear: byId('clear', HTMLElement),
		copy: byId('copy', HTMLElement),
		notify,
	})
	bindFireForm(
		{
			form: byId('fire', HTMLFormElement),
			names: byId('fire-name', HTMLSelectElement),
			args: byId('fire-args', HTMLTextAreaElement),
			errorText: byId('fire-fault', HTMLElement),
			reset: byId('fire-reset', HTMLElement),
		},
		(name, data) => void host.fire(name, data),
	)
	bindSettingsForm(byId('settings', HTMLFormElement), settings)
	showInbox(demoServer, {
		section: byId('inbox-section', HTMLElement),
		list: byId('inbox', HTMLElement),
		empty: byId('inbox-empty', HTMLElement),
	})
	bindWorkplaceForm(
		{
			form: byId('workplace', HTMLFormElement),
			subject: byId('workplace-subject', HTMLInputElement),
			errorText: byId('workplace-fault', HTMLElement),
		},
		demoServer,
		(name, data) => void host.fire(name, data),
	)
	bindAddressBar()
}

const addressPollMs = 500

function bindAddressBar() {
	const address = byId('address-path', HTMLInputElement)
	byId('address', HTMLFormElement).addEventListener('submit', event => {
		event.preventDefault()
		const path = parseStartPath(address.value, location.origin)
		if (path === undefined) return notify('Only this server’s pages can be opened.')
		settings.set({ ...settings.get(), url: path })
		open(path)
		address.blur()
	})
	byId('back', HTMLElement).addEventListener('click', () => page.back())
	byId('reload', HTMLElement).addEventListener('click', () => page.reload())
	window.setInterval(() => {
		if (document.activeElement !== address) address.value = page.path()
	}, addressPollMs)
	address.value = settings.get().url
}

function open(path: string) {
	meeting.close()
	page.open(path)
}

document.documentElement.classList.toggle('phone-only', query.get('frame') === '1')
show(settings.get())
fitPhone(byId('phone', HTMLElement))
startClock(byId('clock', HTMLElement))
if (query.get('frame') !== '1') bindPanel()
open(settings.get().url)

window.simulatedPhone = {
	fire: host.fire,
	messages: messageLog.messages.get,
	settings: settings.get,
	set: change => settings.set({ ...settings.get(), ...change }),
}
