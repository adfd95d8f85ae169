import { meetingStatus } from '@parley/core'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useId } from 'react'
import { useBack } from '../../app/navigation/useBack.ts'
import {
	isJoinFormComplete,
	JoinErrorBanner,
	JoinForm,
	meetingIdPlaceholder,
	parseJoinParams,
	parsePrefill,
	RecentMeetings,
	type Remedy,
	serializePrefill,
	showJoinError,
	useJoinScreen,
} from '../../features/joining/index.ts'
import { m } from '../../locales/index.ts'
import { history, storage } from '../../storage/index.ts'
import { Button, Page } from '../../ui/index.ts'

export const title = () => m.joining_title()

const MeetingBrief = lazy(async () => ({ default: (await import('./Brief.ts')).MeetingSummary }))
const Gone = lazy(async () => ({ default: (await import('./Gone.tsx')).Gone }))
const path = '/MeetingList/JoinMeeting/$meetingId/$hasPwd'

/** /MeetingList/JoinMeeting/{meetingId}/{hasPwd}; another address is another form. */
export function JoinMeeting() {
	const params = useParams({ from: path })
	return <Joining key={`${params.meetingId}/${params.hasPwd}`} params={params} />
}

function Joining({ params }: { params: { meetingId: string; hasPwd: string } }) {
	const { from, meeting: handedJson, password } = useSearch({ from: path })
	const navigate = useNavigate()
	const formId = useId()
	const entry = parseJoinParams(params)
	const handed = parsePrefill(handedJson)

	const join = useJoinScreen(
		{ target: entry, prefill: handed, password, joinsAutomatically: from === 'login' && handedJson !== undefined },
		{
			onAutoJoin: () => void navigate({ to: path, params, search: {}, replace: true }),
			onRedirect(to, why, form) {
				if (to === 'login') return void toLogin(form)
				void showJoinError(why)
				void leave()
			},
		},
	)
	const { form, state, detail, meeting, who, asksPassword } = join
	const isMember = who.person.kind === 'member'
	// OP-046: whoever came from the public list goes back to it.
	const isPublic = storage.read('publicMeeting') !== undefined
	const home = isPublic ? '/publicMeeting' : isMember ? '/MeetingList' : '/'
	const leave = () => navigate({ to: home })
	const leaveLabels = {
		'/publicMeeting': m.entry_to_public,
		'/MeetingList': m.joining_to_list,
		'/': m.joining_to_start,
	}
	const leaveLabel = leaveLabels[home]()

	/** OP-008: with what was filled in, so that the join goes on after signing in. */
	const toLogin = ({ meetingId, displayName } = form) =>
		navigate({
			to: '/Login',
			search: {
				meetingId,
				publicJoin: 'true',
				hasPwd: asksPassword ? 'true' : 'false',
				meeting: serializePrefill({ meetingId, displayName }),
			},
		})

	function remedy(which: Remedy) {
		switch (which) {
			case 'sign-in':
				return void toLogin()
			case 'try-again':
				return void join.submit()
			case 'leave':
				return void leave()
			case 'reload':
				return window.location.reload()
			case 'none':
		}
	}

	const back = { label: m.common_back(), onBack: useBack(home) }
	const isOver = meeting?.status === meetingStatus.over
	if (detail.status === 'missing' || isOver) {
		return (
			<Page title={m.joining_title()} top={44} back={back}>
				<Suspense>
					<Gone
						isOver={isOver}
						leaveLabel={leaveLabel}
						onLeave={() => void leave()}
						onOther={() => void navigate({ to: path, params: { meetingId: meetingIdPlaceholder, hasPwd: 'false' } })}
					/>
				</Suspense>
			</Page>
		)
	}

	const visited =
		entry.id === 'typed' ? history.joined.list(who.person.kind === 'member' ? who.person.user.id : undefined) : []
	return (
		<Page
			title={m.joining_title()}
			top={44}
			back={back}
			bottom={
				<>
					<JoinErrorBanner
						error={state.at === 'turned-away' ? state.why : undefined}
						leaveLabel={leaveLabel}
						onRemedy={remedy}
					/>
					<Button
						kind="primary"
						size="large"
						block
						type="submit"
						form={formId}
						disabled={!isJoinFormComplete(form, asksPassword)}
						loading={state.at === 'knocking' && m.joining_working()}
					>
						{m.joining_submit()}
					</Button>
				</>
			}
		>
			{meeting && (
				<Suspense>
					<MeetingBrief meeting={meeting} />
				</Suspense>
			)}
			<JoinForm
				id={formId}
				form={form}
				state={state}
				devices={join.devices}
				meetingId={entry.id}
				isNameLocked={who.isNameLocked}
				asksPassword={asksPassword}
				onEdit={join.edit}
				onSubmit={() => void join.submit()}
			>
				<RecentMeetings visited={visited} onPick={meetingId => join.edit({ meetingId })} />
			</JoinForm>
		</Page>
	)
}

export { JoinMeeting as Screen }
