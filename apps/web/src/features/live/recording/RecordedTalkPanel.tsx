import { TalkGate, type TalkGateProps } from '../talk/TalkGate.tsx'
import { RecordedTalkList, type RecordedTalkListProps } from './RecordedTalkList.tsx'

export type RecordedTalkPanelProps = Omit<TalkGateProps, 'children'> & Omit<RecordedTalkListProps, 'talk'>

/** The read-only chat of an ended live, beside its recording. */
export function RecordedTalkPanel({ talk, isUnreachable, retry, ...list }: RecordedTalkPanelProps) {
	return (
		<TalkGate talk={talk} isUnreachable={isUnreachable} retry={retry} kind={list.kind}>
			{({ talk }) => <RecordedTalkList talk={talk} {...list} />}
		</TalkGate>
	)
}
