import { displayNameWhileTyping, limits, ok } from '@parley/core'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Controller } from 'react-hook-form'
import { callApi } from '../../api/index.ts'
import {
	completeProfile,
	continueSignedIn,
	encryptPassword,
	getForwardedSearch,
	getProfileOwner,
	PasswordRuleList,
	preloadEncryption,
	profileSchema,
} from '../../features/account/index.ts'
import {
	completeSignInWithToken,
	renewToken,
	type SignInDestination,
	signOut,
	useSession,
} from '../../features/session/index.ts'
import { isRegistrationOffered, useSite } from '../../features/site/index.ts'
import { FormPage, UnavailablePage, useCallForm } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'
import { useDestination } from '../../navigation/useDestination.ts'
import { storage } from '../../storage/index.ts'
import { filterInput, LiveRegion, PasswordField, TextField, toast } from '../../ui/index.ts'

export const title = () => m.account_profile_title()

/** Long enough to be read on the way to the next screen. */
const toastMs = 4000

/** /perfectInfo: name and password, of a new account or of a signed-in person who has none yet. */
export function PerfectInfo() {
	const search = useSearch({ from: '/perfectInfo' })
	const navigate = useNavigate()
	const goTo = useDestination()
	const back = useBack('/')
	useEffect(preloadEncryption, [])
	const canRegister = useSite(isRegistrationOffered)
	const person = useSession()
	// HTTP-11: the server says that something is missing, whatever was stored of the person.
	const isProfileNeeded = useLocation({ select: ({ state }) => state.isProfileNeeded === true })
	const [owner] = useState(() => {
		const isComplete = person.kind === 'member' && person.user.isComplete && !isProfileNeeded
		return getProfileOwner(search.token, storage.read('accessToken'), isComplete)
	})
	const userNames = useUserNames(owner === 'newcomer')
	const [removedEmoji, setRemovedEmoji] = useState('')
	const query = getForwardedSearch(search)
	const register = () => void navigate({ to: '/Register', search: query, replace: true })
	const registeredName = useLocation({ select: ({ state }) => state.newAccount }) ?? storage.read('mobile')
	const signIn = (newAccount?: string) =>
		navigate({ to: '/Login', search: query, replace: true, ...(newAccount && { state: { newAccount } }) })

	const form = useCallForm({
		defaultValues: { name: '', password: '' },
		schema: profileSchema(userNames),
		async send(values) {
			const completed = await completeProfile(values, search.token, { callApi, encryptPassword })
			if (!completed.ok) return completed
			if (owner === 'newcomer') return ok(undefined)
			// REG-16: to the meeting, where one was meant, whether or not the address says how it is joined.
			const signInSearch = { ...query, ...(query.meetingId && { publicJoin: query.publicJoin ?? 'true' }) }
			return continueSignedIn({
				renewToken,
				completeSignIn: token => completeSignInWithToken(token, signInSearch),
			})
		},
		onDone(destination: SignInDestination | undefined) {
			if (destination) {
				toast.show(m.account_profile_saved(), { tone: 'ok' })
				return goTo(destination)
			}
			toast.show(m.account_profile_done(), { tone: 'ok', durationMs: toastMs })
			return signIn(registeredName)
		},
	})
	const { values, errorAt } = form

	if (owner === 'complete') {
		return (
			<UnavailablePage
				title={m.account_profile_complete_title()}
				text={m.account_profile_complete_text()}
				action={{ label: m.common_to_list(), onPress: () => void navigate({ to: '/MeetingList', replace: true }) }}
				otherAction={{
					label: m.personal_edit(),
					onPress: () => void navigate({ to: '/MeetingList/Personal/PersonalInfoChange', replace: true }),
				}}
				onBack={back}
			/>
		)
	}

	if (owner === 'nobody') {
		const toRegister = { label: m.account_to_register(), onPress: register }
		const toSignIn = { label: m.account_to_sign_in(), onPress: () => void signIn() }
		return (
			<UnavailablePage
				title={m.account_profile_unavailable_title()}
				text={m.account_profile_unavailable_text()}
				action={canRegister ? toRegister : toSignIn}
				otherAction={canRegister ? toSignIn : undefined}
				onBack={back}
			/>
		)
	}

	async function switchAccount() {
		await signOut()
		await signIn()
	}

	return (
		<FormPage
			title={m.account_profile_title()}
			lead={owner === 'newcomer' ? m.account_profile_lead() : m.account_profile_lead_member()}
			onBack={back}
			submit={{
				label: m.account_profile_submit(),
				isReady: values.name.trim() !== '' && values.password !== '',
				busy: form.isSubmitting && m.account_profile_working(),
				onSubmit: form.submit,
			}}
			error={form.error}
			remedies={{ startOver: register, signIn: () => void signIn(), reload: () => window.location.reload() }}
			alternative={
				owner === 'signed-in' ? { label: m.account_use_another(), onPress: () => void switchAccount() } : undefined
			}
		>
			<TextField
				{...form.register('name')}
				label={m.account_profile_name()}
				hint={removedEmoji ? m.common_emoji_removed({ removed: removedEmoji }) : undefined}
				error={errorAt('name')}
				autoComplete="name"
				enterKeyHint="next"
				maxCharacters={limits.displayNameMax}
				counter
				clearLabel={m.account_profile_clear_name()}
				{...filterInput(displayNameWhileTyping, setRemovedEmoji)}
			/>
			<LiveRegion>{removedEmoji && m.common_emoji_removed({ removed: removedEmoji })}</LiveRegion>
			<Controller
				control={form.control}
				name="password"
				render={({ field }) => (
					<PasswordField
						{...field}
						label={m.account_password_choose()}
						showLabel={m.login_show_password()}
						error={errorAt('password')}
						name="new-password"
						autoComplete="new-password"
						enterKeyHint="go"
						clipboard="allowed"
					/>
				)}
			/>
			<PasswordRuleList password={values.password} names={[values.name.trim(), ...userNames].filter(Boolean)} />
		</FormPage>
	)
}

/** Names the password must differ from: a new account uses the number just verified (OP-041). */
function useUserNames(isNewcomer: boolean): string[] {
	const person = useSession()
	const name = isNewcomer ? storage.read('mobile') : person.kind === 'member' ? person.user.name : undefined
	return name ? [name] : []
}

export { PerfectInfo as Screen }
