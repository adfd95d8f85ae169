import { meetingStatus } from '@parley/core'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { LanguageSwitch } from '../../features/appearance/index.ts'
import {
	isJoinFormComplete,
	JoinErrorBanner,
	JoinForm,
	type JoinFormValues,
	type JoinRemedy,
	joinLabel,
	MeetingSummary,
	meetingIdPlaceholder,
	parseJoinParams,
	parsePrefill,
	RecentMeetings,
	serializePrefill,
	showJoinError,
	useJoinScreen,
	WaitingPage,
} from '../../features/joining/index.ts'
import { canGuestsJoin, useSite } from '../../features/site/index.ts'
import { UnavailablePage } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'
import { usePreparedRoom } from '../../navigation/usePreparedRoom.ts'
import { history, rejoinKey, storage } from '../../storage/index.ts'
import { Button, Page } from '../../ui/index.ts'
import { NoMeeting } from './NoMeeting.tsx'

export const title = () => m.joining_title()

const path = '/MeetingList/JoinMeeting/$meetingId/$hasPwd'

interface Params {
	meetingId: string
	hasPwd: string
}

/** /MeetingList/JoinMeeting/{meetingId}/{hasPwd}; another address is another form. */
export function JoinMeeting() {
	const params = useParams({ from: path })
	return <JoinMeetingForm key={`${params.meetingId}/${params.hasPwd}`} params={params} />
}

function JoinMeetingForm({ params }: { params: Params }) {
	const formId = useId()
	const allowsGuests = useSite(canGuestsJoin)
	const { join, target, exit, navigateToForm, signIn, onRemedy } = useJoin(params)
	const { values, state, detail, meeting, identity, isPasswordRequired } = join
	const { person } = identity
	const page = {
		title: m.joining_title(),
		top: 44,
		back: { label: m.common_back(), onBack: useBack(exit.to) },
	} as const
	const isOver = meeting?.status === meetingStatus.ended

	// LAND-07: a form that the site refuses whatever is filled in is no form.
	if (!allowsGuests && person.kind !== 'member') {
		return (
			<UnavailablePage
				title={m.joining_login_site_title()}
				text={m.joining_login_site_text()}
				action={{ label: m.joining_sign_in(), onPress: signIn }}
				otherAction={{ label: exit.label, onPress: exit.leave }}
				onBack={page.back.onBack}
			/>
		)
	}
	if (detail.status === 'missing' || isOver) {
		return (
			<Page {...page}>
				<NoMeeting isOver={isOver} leaveLabel={exit.label} onLeave={exit.leave} onOther={navigateToForm} />
			</Page>
		)
	}
	if (state.status === 'waiting') {
		return (
			<WaitingPage
				{...state}
				meetingId={values.meetingId}
				meeting={meeting}
				onTry={() => void join.submit()}
				onLeave={join.stopWaiting}
			/>
		)
	}
	return (
		<Page
			{...page}
			actions={<LanguageSwitch />}
			bottomAt="content"
			bottom={
				<>
					<JoinErrorBanner
						error={state.status === 'refused' ? state.error : undefined}
						leaveLabel={exit.label}
						onRemedy={onRemedy}
					/>
					<Button
						kind="primary"
						size="large"
						block
						type="submit"
						form={formId}
						disabled={!isJoinFormComplete(values, isPasswordRequired)}
						loading={state.status === 'joining' && m.joining_working()}
					>
						{joinLabel(join.devices)}
					</Button>
				</>
			}
		>
			{meeting && <MeetingSummary meeting={meeting} />}
			<JoinForm
				id={formId}
				values={values}
				state={state}
				devices={join.devices}
				meetingId={target.type}
				isNameLocked={identity.isNameLocked}
				isPasswordRequired={isPasswordRequired}
				onEdit={join.edit}
				onSubmit={() => void join.submit()}
			>
				{target.type === 'typed' && (
					<RecentMeetings
						meetings={history.joined.list(person.kind === 'member' ? person.user.id : undefined)}
						onPick={meetingId => join.edit({ meetingId })}
					/>
				)}
			</JoinForm>
		</Page>
	)
}

/** The join of this address, and where its refusals lead. */
function useJoin(params: Params) {
	const { from, meeting: prefillText, password } = useSearch({ from: path })
	const navigate = useNavigate()
	const target = parseJoinParams(params)
	const [isRejoin] = useState(() => from === 'rejoin' && storage.readTabText(rejoinKey) === params.meetingId)
	const join = useJoinScreen(
		{
			target,
			prefill: parsePrefill(prefillText),
			password,
			joinsAutomatically: isRejoin || (from === 'login' && prefillText !== undefined),
			isRejoin,
		},
		{
			preparedRoom: usePreparedRoom(target.type === 'given' ? target.meetingId : undefined),
			onAutoJoin() {
				storage.writeTabText(rejoinKey, undefined)
				void navigate({ to: path, params, search: {}, replace: true })
			},
			onRedirect(to, error, values) {
				if (to === 'login') return goToLogin(values)
				showJoinError(error)
				exit.leave()
			},
		},
	)
	const exit = useExit(join.identity.person.kind === 'member')

	/** OP-008: with what is filled in, so that the join continues after signing in. */
	function goToLogin({ meetingId, displayName }: JoinFormValues) {
		void navigate({
			to: '/Login',
			search: {
				meetingId,
				publicJoin: 'true',
				hasPwd: join.isPasswordRequired ? 'true' : 'false',
				meeting: serializePrefill({ meetingId, displayName }),
			},
		})
	}

	const remedies: Record<JoinRemedy, () => void> = {
		signIn: () => goToLogin(join.values),
		retry: () => void join.submit(),
		leave: exit.leave,
		reload: () => window.location.reload(),
		none: () => {},
	}
	return {
		join,
		target,
		exit,
		onRemedy: (remedy: JoinRemedy) => remedies[remedy](),
		/** Before anything is filled in: one returns to the form, whose id is typed in quick join. */
		signIn() {
			const returnsTo =
				target.type === 'typed'
					? { from: 'joinQuickly' }
					: { meetingId: join.values.meetingId, publicJoin: 'true', hasPwd: params.hasPwd }
			void navigate({ to: '/Login', search: { ...returnsTo, needLogin: 'true' } })
		},
		navigateToForm: () => void navigate({ to: path, params: { meetingId: meetingIdPlaceholder, hasPwd: 'false' } }),
	}
}

/** The exit: the public list for those who came from it (OP-046), else the meeting list or the landing. */
function useExit(isMember: boolean) {
	const navigate = useNavigate()
	const isFromPublicList = storage.read('publicMeeting') !== undefined
	const to = isFromPublicList ? '/publicMeeting' : isMember ? '/MeetingList' : '/'
	const labels = {
		'/publicMeeting': m.link_to_public,
		'/MeetingList': m.common_to_list,
		'/': m.common_to_start,
	}
	return { to, label: labels[to](), leave: () => void navigate({ to }) } as const
}

export { JoinMeeting as Screen }
