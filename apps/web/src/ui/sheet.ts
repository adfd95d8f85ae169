/** Brings Base UI's drawer with it: load it on the tap that opens the first sheet. */
export { ActionSheet, type ActionSheetProps, type SheetAction } from './overlays/ActionSheet.tsx'
export { type Choice, ChoiceSheet, type ChoiceSheetProps } from './overlays/ChoiceSheet.tsx'
export { Sheet, type SheetProps } from './overlays/Sheet.tsx'
