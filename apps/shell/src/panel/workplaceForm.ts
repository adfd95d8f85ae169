import type { Desk } from '../phone/desk.ts'

export interface WorkplaceParts {
	form: HTMLFormElement
	subject: HTMLInputElement
	fault: HTMLElement
}

/** Opens the page as the workplace app would: with an identity it vouches for. */
export function wireWorkplace(
	{ form, subject, fault }: WorkplaceParts,
	desk: Pick<Desk, 'identify'>,
	fire: (name: string, data: unknown) => void,
) {
	form.addEventListener('submit', async event => {
		event.preventDefault()
		fault.textContent = ''
		const openid = await desk.identify('dingtalk', subject.value.trim())
		if (openid === undefined) fault.textContent = 'This server vouches for nobody: it has no demonstration data.'
		else fire('dingTalkLogin', { openid })
	})
}
