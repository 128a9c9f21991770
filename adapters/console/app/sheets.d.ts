// The classes that each component’s style sheet has: `npm run generate` writes it.
declare module '*/axes.css' {
  export const axisLine: 'axes_axisLine';
  export const axisName: 'axes_axisName';
  export const drawing: 'axes_drawing';
  export const gridLine: 'axes_gridLine';
}
declare module '*/coveragePage.css' {
  export const page: 'coveragePage_page';
}
declare module '*/configurationsTable.css' {
  export const chosen: 'configurationsTable_chosen';
  export const configurations: 'configurationsTable_configurations';
  export const missed: 'configurationsTable_missed';
  export const sort: 'configurationsTable_sort';
  export const sortSign: 'configurationsTable_sortSign';
}
declare module '*/delayHistogram.css' {
  export const delayBar: 'delayHistogram_delayBar';
  export const histogram: 'delayHistogram_histogram';
  export const limit: 'delayHistogram_limit';
}
declare module '*/detail.css' {
  export const lookWords: 'detail_lookWords';
  export const measures: 'detail_measures';
  export const runLink: 'detail_runLink';
  export const values: 'detail_values';
}
declare module '*/effectsTable.css' {
  export const effect: 'effectsTable_effect';
  export const effects: 'effectsTable_effects';
  export const ends: 'effectsTable_ends';
  export const line: 'effectsTable_line';
  export const share: 'effectsTable_share';
}
declare module '*/frontierPlot.css' {
  export const legend: 'frontierPlot_legend';
}
declare module '*/heatTable.css' {
  export const chosen: 'heatTable_chosen';
  export const heat: 'heatTable_heat';
  export const heatTable: 'heatTable_heatTable';
}
declare module '*/looks.css' {
  export const choice: 'looks_choice';
  export const choices: 'looks_choices';
}
declare module '*/plotParts.css' {
  export const chosen: 'plotParts_chosen';
  export const frontierLine: 'plotParts_frontierLine';
  export const goalLine: 'plotParts_goalLine';
  export const goalWords: 'plotParts_goalWords';
  export const intervals: 'plotParts_intervals';
  export const labels: 'plotParts_labels';
  export const plotRoom: 'plotParts_plotRoom';
}
declare module '*/plotPoints.css' {
  export const chosen: 'plotPoints_chosen';
  export const point: 'plotPoints_point';
  export const reach: 'plotPoints_reach';
}
declare module '*/replay.css' {
  export const bar: 'replay_bar';
}
declare module '*/studyPage.css' {
  export const answers: 'studyPage_answers';
  export const head: 'studyPage_head';
  export const part: 'studyPage_part';
  export const partHead: 'studyPage_partHead';
  export const parts: 'studyPage_parts';
  export const row: 'studyPage_row';
  export const scrollX: 'studyPage_scrollX';
  export const study: 'studyPage_study';
  export const verdict: 'studyPage_verdict';
}
declare module '*/tokensPlot.css' {
  export const beside: 'tokensPlot_beside';
  export const tokenLine: 'tokensPlot_tokenLine';
}
declare module '*/arrivalsChart.css' {
  export const fitLine: 'arrivalsChart_fitLine';
}
declare module '*/backtestChart.css' {
  export const errorRange: 'backtestChart_errorRange';
  export const outside: 'backtestChart_outside';
  export const seenLine: 'backtestChart_seenLine';
  export const within: 'backtestChart_within';
  export const words: 'backtestChart_words';
}
declare module '*/frame.css' {
  export const countBar: 'frame_countBar';
  export const fitChart: 'frame_fitChart';
  export const modeWords: 'frame_modeWords';
}
declare module '*/quantilePlot.css' {
  export const dot: 'quantilePlot_dot';
  export const sameLine: 'quantilePlot_sameLine';
}
declare module '*/startsChart.css' {
  export const modeLine: 'startsChart_modeLine';
}
declare module '*/twinPage.css' {
  export const head: 'twinPage_head';
  export const page: 'twinPage_page';
  export const part: 'twinPage_part';
  export const parts: 'twinPage_parts';
}
declare module '*/answered.css' {
  export const answered: 'answered_answered';
}
declare module '*/callForm.css' {
  export const command: 'callForm_command';
  export const end: 'callForm_end';
  export const fields: 'callForm_fields';
  export const form: 'callForm_form';
  export const head: 'callForm_head';
  export const text: 'callForm_text';
}
declare module '*/change.css' {
  export const change: 'change_change';
  export const part: 'change_part';
}
declare module '*/choices.css' {
  export const choices: 'choices_choices';
  export const search: 'choices_search';
}
declare module '*/field.css' {
  export const complaint: 'field_complaint';
  export const field: 'field_field';
  export const group: 'field_group';
  export const item: 'field_item';
  export const json: 'field_json';
  export const list: 'field_list';
  export const long: 'field_long';
  export const more: 'field_more';
  export const name: 'field_name';
  export const parts: 'field_parts';
  export const short: 'field_short';
}
declare module '*/bill.css' {
  export const bill: 'bill_bill';
  export const table: 'bill_table';
}
declare module '*/charts.css' {
  export const plot: 'charts_plot';
  export const plotOver: 'charts_plotOver';
  export const value: 'charts_value';
  export const values: 'charts_values';
}
declare module '*/chartsTable.css' {
  export const numbersTable: 'chartsTable_numbersTable';
}
declare module '*/hosts.css' {
  export const host: 'hosts_host';
  export const hostName: 'hosts_hostName';
  export const hosts: 'hosts_hosts';
  export const slot: 'hosts_slot';
  export const slots: 'hosts_slots';
}
declare module '*/lineChart.css' {
  export const asked: 'lineChart_asked';
  export const axisLine: 'lineChart_axisLine';
  export const curve: 'lineChart_curve';
  export const dragged: 'lineChart_dragged';
  export const lineChart: 'lineChart_lineChart';
  export const lineSlider: 'lineChart_lineSlider';
}
declare module '*/rowsTrack.css' {
  export const height: 'rowsTrack_height';
  export const over: 'rowsTrack_over';
  export const said: 'rowsTrack_said';
  export const window: 'rowsTrack_window';
}
declare module '*/savePicture.css' {
  export const savePicture: 'savePicture_savePicture';
}
declare module '*/timeline.css' {
  export const key: 'timeline_key';
  export const room: 'timeline_room';
  export const timeline: 'timeline_timeline';
}
declare module '*/track.css' {
  export const pinKey: 'track_pinKey';
  export const track: 'track_track';
  export const trackKey: 'track_trackKey';
  export const values: 'track_values';
}
declare module '*/compare.css' {
  export const compare: 'compare_compare';
  export const metrics: 'compare_metrics';
  export const runChoice: 'compare_runChoice';
  export const tapes: 'compare_tapes';
}
declare module '*/oneTape.css' {
  export const oneTape: 'oneTape_oneTape';
  export const parting: 'oneTape_parting';
}
declare module '*/twin.css' {
  export const twin: 'twin_twin';
}
declare module '*/copy.css' {
  export const copy: 'copy_copy';
}
declare module '*/cursor.css' {
  export const cursor: 'cursor_cursor';
}
declare module '*/diagram.css' {
  export const drawing: 'diagram_drawing';
  export const life: 'diagram_life';
  export const words: 'diagram_words';
}
declare module '*/diagramDrawing.css' {
  export const current: 'diagramDrawing_current';
  export const diagram: 'diagramDrawing_diagram';
  export const edge: 'diagramDrawing_edge';
  export const looked: 'diagramDrawing_looked';
  export const mark: 'diagramDrawing_mark';
  export const name: 'diagramDrawing_name';
  export const node: 'diagramDrawing_node';
  export const unvisited: 'diagramDrawing_unvisited';
}
declare module '*/diagramExits.css' {
  export const byCaller: 'diagramExits_byCaller';
  export const byTimer: 'diagramExits_byTimer';
  export const exitNumber: 'diagramExits_exitNumber';
  export const exits: 'diagramExits_exits';
  export const trigger: 'diagramExits_trigger';
}
declare module '*/codeField.css' {
  export const code: 'codeField_code';
}
declare module '*/editor.css' {
  export const checked: 'editor_checked';
  export const editor: 'editor_editor';
  export const file: 'editor_file';
}
declare module '*/failureLine.css' {
  export const failureLine: 'failureLine_failureLine';
  export const futures: 'failureLine_futures';
}
declare module '*/result.css' {
  export const compared: 'result_compared';
  export const failures: 'result_failures';
  export const held: 'result_held';
  export const result: 'result_result';
}
declare module '*/find.css' {
  export const current: 'find_current';
  export const find: 'find_find';
  export const found: 'find_found';
  export const foundRow: 'find_foundRow';
}
declare module '*/header.css' {
  export const right: 'header_right';
  export const runs: 'header_runs';
  export const words: 'header_words';
}
declare module '*/help.css' {
  export const help: 'help_help';
  export const signs: 'help_signs';
}
declare module '*/course.css' {
  export const course: 'course_course';
  export const done: 'course_done';
  export const header: 'course_header';
  export const number: 'course_number';
}
declare module '*/lesson.css' {
  export const column: 'lesson_column';
  export const dial: 'lesson_dial';
  export const goal: 'lesson_goal';
  export const next: 'lesson_next';
  export const page: 'lesson_page';
  export const step: 'lesson_step';
  export const stepLinks: 'lesson_stepLinks';
}
declare module '*/lessonTask.css' {
  export const buttons: 'lessonTask_buttons';
  export const goals: 'lessonTask_goals';
  export const problemList: 'lessonTask_problemList';
  export const task: 'lessonTask_task';
}
declare module '*/picture.css' {
  export const axis: 'picture_axis';
  export const bar: 'picture_bar';
  export const bars: 'picture_bars';
  export const call: 'picture_call';
  export const clock: 'picture_clock';
  export const counts: 'picture_counts';
  export const now: 'picture_now';
  export const picture: 'picture_picture';
  export const row: 'picture_row';
  export const rows: 'picture_rows';
  export const span: 'picture_span';
}
declare module '*/question.css' {
  export const answerField: 'question_answerField';
  export const option: 'question_option';
  export const problem: 'question_problem';
  export const question: 'question_question';
}
declare module '*/reveal.css' {
  export const ask: 'reveal_ask';
  export const barFill: 'reveal_barFill';
  export const barRoom: 'reveal_barRoom';
  export const bars: 'reveal_bars';
  export const isOther: 'reveal_isOther';
  export const isRight: 'reveal_isRight';
  export const isYours: 'reveal_isYours';
  export const options: 'reveal_options';
  export const reveal: 'reveal_reveal';
  export const right: 'reveal_right';
  export const rule: 'reveal_rule';
  export const wrong: 'reveal_wrong';
}
declare module '*/acts.css' {
  export const acts: 'acts_acts';
  export const serverCommand: 'acts_serverCommand';
}
declare module '*/commandBar.css' {
  export const commandBar: 'commandBar_commandBar';
}
declare module '*/controlButton.css' {
  export const commandsRow: 'controlButton_commandsRow';
}
declare module '*/liveBar.css' {
  export const advance: 'liveBar_advance';
  export const bar: 'liveBar_bar';
  export const duration: 'liveBar_duration';
  export const now: 'liveBar_now';
  export const policy: 'liveBar_policy';
  export const trouble: 'liveBar_trouble';
}
declare module '*/worlds.css' {
  export const list: 'worlds_list';
  export const worlds: 'worlds_worlds';
}
declare module '*/details.css' {
  export const details: 'details_details';
  export const found: 'details_found';
  export const further: 'details_further';
  export const part: 'details_part';
  export const steps: 'details_steps';
  export const toCome: 'details_toCome';
  export const waits: 'details_waits';
}
declare module '*/entry.css' {
  export const entry: 'entry_entry';
  export const rule: 'entry_rule';
}
declare module '*/following.css' {
  export const still: 'following_still';
  export const token: 'following_token';
}
declare module '*/log.css' {
  export const call: 'log_call';
  export const current: 'log_current';
  export const later: 'log_later';
  export const line: 'log_line';
  export const log: 'log_log';
  export const own: 'log_own';
  export const who: 'log_who';
  export const words: 'log_words';
}
declare module '*/next.css' {
  export const due: 'next_due';
  export const next: 'next_next';
  export const own: 'next_own';
  export const possible: 'next_possible';
}
declare module '*/now.css' {
  export const card: 'now_card';
  export const cards: 'now_cards';
  export const counted: 'now_counted';
  export const figure: 'now_figure';
  export const now: 'now_now';
  export const numbers: 'now_numbers';
  export const strip: 'now_strip';
  export const zero: 'now_zero';
}
declare module '*/requestCard.css' {
  export const requestCard: 'requestCard_requestCard';
}
declare module '*/trail.css' {
  export const trail: 'trail_trail';
}
declare module '*/waterfall.css' {
  export const bar: 'waterfall_bar';
  export const gains: 'waterfall_gains';
  export const longest: 'waterfall_longest';
  export const offPath: 'waterfall_offPath';
  export const phases: 'waterfall_phases';
  export const room: 'waterfall_room';
  export const sentence: 'waterfall_sentence';
  export const waterfall: 'waterfall_waterfall';
}
declare module '*/opening.css' {
  export const line: 'opening_line';
}
declare module '*/parts.css' {
  export const status: 'parts_status';
}
declare module '*/range.css' {
  export const change: 'range_change';
  export const choice: 'range_choice';
  export const chosen: 'range_chosen';
  export const minimap: 'range_minimap';
  export const minimapWindow: 'range_minimapWindow';
  export const number: 'range_number';
  export const numbers: 'range_numbers';
  export const range: 'range_range';
  export const scope: 'range_scope';
}
declare module '*/rangeDrag.css' {
  export const drawn: 'rangeDrag_drawn';
}
declare module '*/report.css' {
  export const fit: 'report_fit';
  export const page: 'report_page';
  export const report: 'report_report';
  export const ruler: 'report_ruler';
  export const tape: 'report_tape';
}
declare module '*/ruler.css' {
  export const ruler: 'ruler_ruler';
  export const tick: 'ruler_tick';
}
declare module '*/sheet.css' {
  export const sort: 'sheet_sort';
}
declare module '*/shell.css' {
  export const elsewhere: 'shell_elsewhere';
  export const paneMain: 'shell_paneMain';
  export const paneSide: 'shell_paneSide';
  export const panes: 'shell_panes';
  export const problems: 'shell_problems';
  export const tab: 'shell_tab';
  export const tabs: 'shell_tabs';
  export const timePart: 'shell_timePart';
  export const topPart: 'shell_topPart';
  export const view: 'shell_view';
  export const waiting: 'shell_waiting';
}
declare module '*/tape.css' {
  export const folded: 'tape_folded';
  export const legend: 'tape_legend';
  export const legendHead: 'tape_legendHead';
  export const legendItem: 'tape_legendItem';
  export const scrubber: 'tape_scrubber';
  export const track: 'tape_track';
  export const trackRoom: 'tape_trackRoom';
}
declare module '*/transport.css' {
  export const buttons: 'transport_buttons';
  export const clock: 'transport_clock';
  export const entryNumber: 'transport_entryNumber';
  export const instant: 'transport_instant';
  export const speed: 'transport_speed';
  export const transport: 'transport_transport';
}
declare module '*/virtualRows.css' {
  export const height: 'virtualRows_height';
  export const room: 'virtualRows_room';
}
