import { digitsWhileTyping, introductionLength, limits } from '@parley/core'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { m } from '../../../locales/index.ts'
import { filterInput, Section, SwitchRow, TextField } from '../../../ui/index.ts'
import { type DraftFormProps, SwitchField, useDraftField } from './DraftField.tsx'
import styles from './DraftForm.module.css'
import { PickerField } from './PickerField.tsx'

/** Broadcast settings of the meeting (LSET-01); renders nothing if the site has no lives. */
export function LiveFields(props: DraftFormProps) {
	const { draftForm, hasLives } = props
	const { control } = draftForm.form
	const [hasLive, needsLogin] = useWatch({ control, name: ['hasLive', 'liveNeedsLogin'] })
	// A meeting that has one can be switched off and on again, whatever the site allows by now.
	const [hadLive] = useState(hasLive)
	if (!hasLives && !hadLive) return null
	return (
		<div className={styles.live}>
			<Section title={m.scheduling_live()}>
				<SwitchField
					form={props}
					name="hasLive"
					label={m.scheduling_live_on()}
					note={needsLogin ? m.scheduling_live_on_note_login() : m.scheduling_live_on_note()}
				/>
				{hasLive && (
					<>
						<SwitchField
							form={props}
							name="isLiveIntranet"
							label={m.scheduling_live_intranet()}
							note={m.scheduling_live_intranet_note()}
						/>
						<ChatFields {...props} />
						<IntroductionField {...props} />
						<BackgroundField {...props} />
					</>
				)}
			</Section>
			{hasLive && <LivePasswordField {...props} />}
		</div>
	)
}

/** Viewers who have to sign in cannot chat without an account (LSET-02). */
function ChatFields(props: DraftFormProps) {
	const needsLogin = useDraftField(props, 'liveNeedsLogin')
	const freeTalk = useDraftField(props, 'freeTalk')
	return (
		<>
			<SwitchRow
				label={m.scheduling_live_login()}
				note={m.scheduling_live_login_note()}
				ref={needsLogin.ref}
				checked={needsLogin.value}
				onChange={event => {
					needsLogin.onChange(event)
					if (event.currentTarget.checked) freeTalk.onChange(false)
				}}
			/>
			<SwitchRow
				label={m.scheduling_live_chat()}
				note={needsLogin.value ? m.scheduling_live_chat_off() : m.scheduling_live_chat_note()}
				ref={freeTalk.ref}
				checked={freeTalk.value && !needsLogin.value}
				disabled={needsLogin.value}
				onChange={freeTalk.onChange}
			/>
		</>
	)
}

function IntroductionField(props: DraftFormProps) {
	const { value, ref, error } = useDraftField(props, 'introduction')
	const length = introductionLength(value)
	return (
		<PickerField
			ref={ref}
			label={m.scheduling_introduction()}
			value={value && m.scheduling_introduction_length({ count: length })}
			placeholder={m.scheduling_introduction_none()}
			error={error}
			onPress={() => props.onOpenPicker('introduction')}
		/>
	)
}

function BackgroundField(props: DraftFormProps) {
	const { value, ref, error } = useDraftField(props, 'liveBackground')
	return (
		<PickerField
			ref={ref}
			label={m.scheduling_background()}
			value={value && m.scheduling_background_chosen()}
			placeholder={m.scheduling_background_none()}
			error={error}
			onPress={() => props.onOpenPicker('background')}
		/>
	)
}

function LivePasswordField(props: DraftFormProps) {
	const password = useDraftField(props, 'livePassword')
	return (
		<TextField
			label={m.scheduling_live_password()}
			hint={m.scheduling_live_password_hint()}
			inputMode="numeric"
			maxLength={limits.livePasswordMax}
			autoComplete="off"
			enterKeyHint="done"
			{...filterInput(text => digitsWhileTyping(text, limits.livePasswordMax))}
			{...password}
		/>
	)
}
