import { useNavigate, useSearch } from '@tanstack/react-router'
import { useId } from 'react'
import { useBack } from '../../app/navigation/useBack.ts'
import {
	isBusy,
	JoinErrorBanner,
	QuickJoinForm,
	QuickJoinPasswordDialog,
	type Remedy,
	useQuickJoin,
} from '../../features/joining/index.ts'
import { canGuestsJoin, useSite } from '../../features/site/index.ts'
import { m } from '../../locales/index.ts'
import { Banner, Button, Page } from '../../ui/index.ts'

export const title = () => m.joining_quick_title()

/** /joinQuickly: an id and a name are enough. */
export function JoinQuickly() {
	const { meetingId } = useSearch({ from: '/joinQuickly' })
	const navigate = useNavigate()
	const formId = useId()
	const admitsGuests = useSite(canGuestsJoin)
	const join = useQuickJoin({ meetingId }, { onLogin: id => void toLogin(id) })
	const { state, form, who } = join
	const isMember = who.person.kind === 'member'
	const back = useBack(isMember ? '/MeetingList' : '/')
	const leave = () => navigate(isMember ? { to: '/MeetingList' } : { to: '/' })
	const toLogin = (id: string) =>
		navigate({ to: '/Login', search: { from: 'joinQuickly', needLogin: 'true', ...(id && { meetingId: id }) } })

	function remedy(which: Remedy) {
		switch (which) {
			case 'sign-in':
				return join.toLogin()
			case 'try-again':
				return join.submit()
			case 'leave':
				return void leave()
			case 'reload':
				return window.location.reload()
			case 'none':
		}
	}

	return (
		<Page
			title={m.joining_quick_title()}
			large
			top={24}
			over={isMember || !admitsGuests ? undefined : m.joining_quick_lead()}
			back={{ label: m.common_back(), onBack: back }}
			bottom={
				<>
					<JoinErrorBanner
						error={state.at === 'turned-away' ? state.why : undefined}
						leaveLabel={isMember ? m.joining_to_list() : m.joining_to_start()}
						onRemedy={remedy}
					/>
					<Banner tone="info">{state.at === 'login' && m.joining_login_prompt()}</Banner>
					<Button
						kind="primary"
						size="large"
						block
						type="submit"
						form={formId}
						disabled={form.meetingId === '' || form.displayName.trim() === ''}
						loading={isBusy(state) && (state.at === 'looking' ? m.joining_looking() : m.joining_working())}
					>
						{m.joining_submit()}
					</Button>
				</>
			}
		>
			{!admitsGuests && !isMember && (
				<Banner tone="warn" action={{ label: m.joining_sign_in(), onPress: join.toLogin }}>
					{m.joining_login_site_text()}
				</Banner>
			)}
			<QuickJoinForm
				id={formId}
				form={form}
				state={state}
				devices={join.devices}
				isNameLocked={who.isNameLocked}
				onId={join.editId}
				onName={join.editName}
				onSubmit={join.submit}
			/>
			<QuickJoinPasswordDialog state={state} tell={join.tell} />
		</Page>
	)
}

export { JoinQuickly as Screen }
