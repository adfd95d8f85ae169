import { useNavigate, useSearch } from '@tanstack/react-router'
import { useId } from 'react'
import { LanguageSwitch } from '../../features/appearance/index.ts'
import {
	isBusy,
	JoinErrorBanner,
	type JoinRemedy,
	joinLabel,
	QuickJoinForm,
	QuickJoinPasswordDialog,
	useQuickJoin,
	WaitingPage,
} from '../../features/joining/index.ts'
import { canGuestsJoin, useSite } from '../../features/site/index.ts'
import { UnavailablePage } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'
import { usePreparedRoom } from '../../navigation/usePreparedRoom.ts'
import { Banner, Button, Page } from '../../ui/index.ts'
import styles from './JoinQuickly.module.css'

export const title = () => m.joining_title()

/** /joinQuickly: joining with an id and a name. */
export function JoinQuickly() {
	const { meetingId } = useSearch({ from: '/joinQuickly' })
	const navigate = useNavigate()
	const formId = useId()
	const allowsGuests = useSite(canGuestsJoin)
	const join = useQuickJoin(
		{ meetingId },
		{
			preparedRoom: usePreparedRoom(),
			onLogin: id =>
				void navigate({
					to: '/Login',
					search: { from: 'joinQuickly', needLogin: 'true', ...(id && { meetingId: id }) },
				}),
		},
	)
	const { state, values, identity } = join
	const isMember = identity.person.kind === 'member'
	const home = isMember ? '/MeetingList' : '/'
	const back = useBack(home)
	const remedies: Record<JoinRemedy, () => void> = {
		signIn: join.goToLogin,
		retry: join.submit,
		leave: () => void navigate({ to: home }),
		reload: () => window.location.reload(),
		none: () => {},
	}

	// LAND-07: a form that the site refuses whatever is filled in is no form.
	if (!allowsGuests && !isMember) {
		return (
			<UnavailablePage
				title={m.joining_login_site_title()}
				text={m.joining_login_site_text()}
				action={{ label: m.joining_sign_in(), onPress: join.goToLogin }}
				otherAction={{ label: m.common_to_start(), onPress: () => void navigate({ to: '/' }) }}
				onBack={back}
			/>
		)
	}

	if (state.status === 'waiting') {
		return (
			<WaitingPage
				{...state}
				meeting={join.meeting}
				onTry={() => join.dispatch({ type: 'triedAgain' })}
				onLeave={() => join.dispatch({ type: 'waitingLeft' })}
			/>
		)
	}

	return (
		<Page
			title={m.joining_title()}
			top={24}
			back={{ label: m.common_back(), onBack: back }}
			actions={<LanguageSwitch />}
			bottomAt="content"
			bottom={
				<>
					<JoinErrorBanner
						error={state.status === 'refused' ? state.error : undefined}
						leaveLabel={isMember ? m.common_to_list() : m.common_to_start()}
						onRemedy={remedy => remedies[remedy]()}
					/>
					<Banner tone="info">{state.status === 'loginRequired' && m.joining_login_prompt()}</Banner>
					<Button
						kind="primary"
						size="large"
						block
						type="submit"
						form={formId}
						disabled={values.meetingId === '' || values.displayName.trim() === ''}
						loading={isBusy(state) && (state.status === 'lookingUp' ? m.joining_looking() : m.joining_working())}
					>
						{joinLabel(join.devices)}
					</Button>
				</>
			}
		>
			{!isMember && <p className={styles.lead}>{m.joining_quick_lead()}</p>}
			<QuickJoinForm
				id={formId}
				values={values}
				state={state}
				devices={join.devices}
				isNameLocked={identity.isNameLocked}
				onIdChange={join.editId}
				onNameChange={join.editName}
				onSubmit={join.submit}
			/>
			<QuickJoinPasswordDialog state={state} dispatch={join.dispatch} />
		</Page>
	)
}

export { JoinQuickly as Screen }
