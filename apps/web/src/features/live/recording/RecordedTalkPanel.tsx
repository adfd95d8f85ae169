import { TalkGate, type TalkGateProps } from '../talk/TalkGate.tsx'
import { RecordedTalkList, type RecordedTalkListProps } from './RecordedTalkList.tsx'

export type RecordedTalkPanelProps = Omit<TalkGateProps, 'children'> & Omit<RecordedTalkListProps, 'talk'>

/** What was said in a live that is over, beside its recording: to be read, and nothing is written any more. */
export function RecordedTalkPanel({ talk, isUnreachable, retry, ...list }: RecordedTalkPanelProps) {
	return (
		<TalkGate talk={talk} isUnreachable={isUnreachable} retry={retry} kind={list.kind}>
			{({ talk }) => <RecordedTalkList talk={talk} {...list} />}
		</TalkGate>
	)
}
