import { live as calls } from '@parley/api'
import { digitsWhileTyping, limits, type MeetingId } from '@parley/core'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { MeetingOfAddress, NoLive, slateOfFailure, useBrowserLanguage, useLiveAuth } from '../../features/live/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'
import { useCallQuery } from '../../query/index.ts'
import { Banner, Button, filterInput, Page, TextField } from '../../ui/index.ts'

export const title = () => m.live_password_title()

/** /verify: the password of a live (LPWD-01). */
export function Verify() {
	const { roomId } = useSearch({ from: '/verify' })
	const back = useBack('/')
	useBrowserLanguage()
	return (
		<MeetingOfAddress roomId={roomId} onBack={back}>
			{meetingId => <Password key={meetingId} meetingId={meetingId} onBack={back} />}
		</MeetingOfAddress>
	)
}

function Password({ meetingId, onBack }: { meetingId: MeetingId; onBack(): void }) {
	const navigate = useNavigate()
	const { displayName } = useSearch({ from: '/verify' })
	const named = displayName === undefined ? {} : { displayName }
	const { data, failure, refetch } = useCallQuery(calls.stream, { meetingId }, { handles401: true })
	const slate = failure && slateOfFailure(failure.refusal)
	const auth = useLiveAuth(meetingId, {
		onToken(token) {
			void navigate({ to: '/liveBroadcast', search: { roomId: meetingId, token, ...named }, replace: true })
		},
		onClosed: () => void navigate({ to: '/noRoom', replace: true }),
	})

	// There is nothing to give: the viewer shows it, or says why not.
	if (data && !(data.info.hasLive && data.info.needsPassword))
		return <Navigate to="/liveBroadcast" search={{ roomId: meetingId, ...named }} replace />
	const onRetry = slate?.actions?.includes('retry') ? () => void refetch() : undefined
	if (slate?.actions?.includes('toStart')) {
		return <NoLive title={slate.title} text={slate.text} onBack={onBack} onRetry={onRetry} />
	}

	function submit(event: FormEvent) {
		event.preventDefault()
		void auth.send()
	}

	return (
		<Page
			title={data?.info.topic ?? m.live_password_title()}
			large
			over={m.live_title()}
			top={20}
			back={{ label: m.common_back(), onBack }}
			bottom={
				<Button
					type="submit"
					form="live-password"
					kind="primary"
					size="large"
					block
					disabled={!auth.canSend}
					loading={auth.isSending && m.live_password_checking()}
				>
					{m.live_password_join()}
				</Button>
			}
		>
			{slate && (
				<Banner {...(onRetry && { action: { label: m.live_retry(), onPress: onRetry } })}>{slate.title}</Banner>
			)}
			<form id="live-password" noValidate onSubmit={submit}>
				<TextField
					label={m.live_password()}
					hint={m.live_password_hint()}
					error={auth.error}
					value={auth.password}
					inputMode="numeric"
					autoComplete="off"
					{...filterInput(text => digitsWhileTyping(text, limits.livePasswordMax))}
					onChange={event => auth.setPassword(event.target.value)}
				/>
			</form>
		</Page>
	)
}

export { Verify as Screen }
