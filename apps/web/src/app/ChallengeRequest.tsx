import { create } from 'zustand'
import { lazyComponent } from '../ui/index.ts'

interface Request {
	/** Changes for each request, so that each has a challenge of its own. */
	number: number
	/** Ends the request, with the pass where the challenge was solved; missing where nothing is asked for. */
	answer?: ((captcha: string | undefined) => void) | undefined
}

const useRequest = create<Request>(() => ({ number: 0 }))
let latest: Promise<unknown> = Promise.resolve()

/**
 * Shows the slider over the page, for a call that was refused without its pass; several wait for one another.
 * @param signal closes it, as if the person had (ROOM-182)
 */
export function requestChallenge(signal?: AbortSignal): Promise<string | undefined> {
	const request = latest.then(
		() =>
			new Promise<string | undefined>(resolve => {
				if (signal?.aborted) return resolve(undefined)
				const close = () => end()
				function end(captcha?: string) {
					signal?.removeEventListener('abort', close)
					useRequest.setState({ answer: undefined })
					resolve(captcha)
				}
				signal?.addEventListener('abort', close)
				useRequest.setState(({ number }) => ({ number: number + 1, answer: end }))
			}),
	)
	latest = request
	return request
}

const ChallengeDialog = lazyComponent(async () => (await import('../features/challenge/index.ts')).ChallengeDialog, {
	overlay: true,
})

/** The slider that a call asked for. */
export function ChallengeRequest() {
	const { number, answer } = useRequest()
	return (
		<ChallengeDialog
			key={number}
			open={answer !== undefined}
			onSolved={captcha => answer?.(captcha)}
			onClose={() => answer?.(undefined)}
		/>
	)
}
