import type { DemoServer } from '../phone/demoServer.ts'

export interface WorkplaceFormElements {
	form: HTMLFormElement
	subject: HTMLInputElement
	errorText: HTMLElement
}

/** Opens the page as the workplace app does, with a proof of identity. */
export function bindWorkplaceForm(
	{ form, subject, errorText }: WorkplaceFormElements,
	demoServer: Pick<DemoServer, 'identify'>,
	fire: (name: string, data: unknown) => void,
) {
	form.addEventListener('submit', async event => {
		event.preventDefault()
		errorText.textContent = ''
		const openid = await demoServer.identify('dingtalk', subject.value.trim())
		if (openid === undefined) errorText.textContent = 'This server has no demo data, so it can’t confirm identities.'
		else fire('dingTalkLogin', { openid })
	})
}
