import { m } from '../../../locales/index.ts'
import type { BrowserKind } from './browser.ts'

export interface StepInputs {
	/** The browser's name for the device. */
	device: string
	host: string
}

type Step = (inputs: StepInputs) => string

const iosApp =
	(app: string): Step =>
	() =>
		m.devices_step_ios_app({ app })

/** The way to allow a device, from this page and back to it. A permission that the browser grants again continues by itself. */
const steps: Record<BrowserKind, readonly Step[]> = {
	'chrome-desktop': [m.devices_step_site_icon, m.devices_step_turn_on, m.devices_step_automatic],
	'chrome-android': [m.devices_step_site_icon, m.devices_step_permissions, m.devices_step_automatic],
	'chrome-ios': [iosApp('Chrome'), m.devices_step_turn_on, m.devices_step_again],
	'edge-desktop': [m.devices_step_lock_icon, m.devices_step_edge, m.devices_step_automatic],
	'edge-ios': [iosApp('Edge'), m.devices_step_turn_on, m.devices_step_again],
	'firefox-desktop': [m.devices_step_firefox, m.devices_step_firefox_clear, m.devices_step_again],
	'firefox-android': [m.devices_step_lock_icon, m.devices_step_set_allow, m.devices_step_automatic],
	'firefox-ios': [iosApp('Firefox'), m.devices_step_turn_on, m.devices_step_again],
	'safari-macos': [m.devices_step_safari_menu, m.devices_step_set_allow, m.devices_step_automatic],
	'safari-ios': [m.devices_step_safari_page, m.devices_step_set_allow, m.devices_step_automatic],
	'samsung-internet': [m.devices_step_lock_icon, m.devices_step_permissions, m.devices_step_automatic],
	wechat: [m.devices_step_wechat, m.devices_step_allow_there],
	'in-app': [m.devices_step_in_app, m.devices_step_allow_there],
	other: [m.devices_step_other, m.devices_step_again],
}

export const getAllowSteps = (browser: BrowserKind, inputs: StepInputs): string[] =>
	steps[browser].map(step => step(inputs))
